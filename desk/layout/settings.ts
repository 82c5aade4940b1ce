import type { RecordKind } from "../../core/records/record-kind.ts";
import type { SiteModule } from "../../shared/site-modules.ts";

/** `of`: the site modules without which it is empty. */
export type Declared = { routeId: string; path: string; name: string; of?: SiteModule[] };
type DeclaredSetting = Declared & { about: string; synonyms?: string };

/** The group of the member's own account. */
export const ownSettings = "Your account";

export const ofCalls: SiteModule[] = ["booking", "careers"];
export const ofCareers: SiteModule[] = ["careers"];

/** Stands for a setting of each kind of records. */
const stagesOfKinds = "stages";

const groups: readonly { name: string; settings: readonly (DeclaredSetting | typeof stagesOfKinds)[] }[] = [
	{
		name: ownSettings,
		settings: [
			{
				routeId: "routes/account",
				path: "/account",
				name: "Profile and sign-in",
				about: "Name, passkeys, password, sessions",
				synonyms: "security two-factor 2fa authenticator recovery codes login",
			},
			{
				routeId: "routes/account",
				path: "/account#signature-heading",
				name: "Signature",
				about: "The end of your replies",
				synonyms: "e-mail footer sign-off",
			},
			{
				routeId: "routes/account",
				path: "/account#mention-emails",
				name: "Mention e-mails",
				about: "When a colleague mentions you",
				synonyms: "mentions alerts subscriptions weekly",
			},
			{
				routeId: "routes/account",
				path: "/account#device-notifications",
				name: "Notifications on your devices",
				about: "Mentions, new records, calls about to begin",
				synonyms: "push phone mobile desktop alerts reminders",
			},
			{
				routeId: "my-calendar",
				path: "/my-calendar",
				name: "Your hours and time off",
				about: "When you can be booked, video link, busy calendars",
				synonyms: "availability vacation holiday leave absence calendar feed sync google outlook zoom meet",
				of: ofCalls,
			},
			{
				routeId: "routes/keyboard",
				path: "/keyboard",
				name: "Keyboard shortcuts",
				about: "List of keys; turn them off",
				synonyms: "hotkeys keys accessibility",
			},
		],
	},
	{
		name: "Team",
		settings: [
			{
				routeId: "routes/accounts",
				path: "/accounts",
				name: "Accounts",
				about: "Members, roles and invitations",
				synonyms: "team users people staff permissions rights invite access",
			},
			{
				routeId: "routes/hosts",
				path: "/hosts",
				name: "Hosts & hours",
				about: "Members who take calls and interviews, and when",
				synonyms: "availability team calendars round robin",
			},
		],
	},
	{
		name: "Hours and calls",
		settings: [
			{
				routeId: "routes/opening-hours",
				path: "/opening-hours",
				name: "Opening hours",
				about: "Days and times when the company is open",
				synonyms: "business hours working hours office hours business days weekdays open close opening times",
			},
			{
				routeId: "routes/closures",
				path: "/closures",
				name: "Holidays & closed days",
				about: "Days without calls or interviews",
				synonyms: "closures public holidays vacation closed",
				of: ofCalls,
			},
			{
				...field("company.yml", "replyWithinBusinessHours"),
				name: "Reply promise",
				about: "Business hours within which visitors get a reply",
				synonyms: "sla response time deadline late promise",
			},
			{
				...field("company.yml", "publicReplyTimes"),
				name: "Reply times on the site",
				about: "Show visitors how soon enquiries and applications had a reply",
				synonyms: "public promise response time statistics transparency sla measured",
			},
			{
				...field("company.yml", "timeZone"),
				name: "Time zone",
				about: "For business hours, calls and the desk",
				synonyms: "timezone clock region",
			},
			{
				...field("company.yml", "demo"),
				name: "Bookable calls",
				about: "Length, notice, days ahead, parallel calls, topics",
				synonyms: "booking demo slots duration minutes meeting availability",
				of: ["booking"],
			},
		],
	},
	{
		name: "Company",
		settings: [
			{
				...field("company.yml", "name"),
				name: "Company name",
				about: "Name, short name and legal name",
				synonyms: "legal title business organisation",
			},
			{
				...field("company.yml", "logo"),
				name: "Logo",
				about: "On the site, the desk and e-mails",
				synonyms: "brand icon favicon picture square",
			},
			{
				...field("company.yml", "accentColour"),
				name: "Accent colour",
				about: "Buttons, links and e-mails",
				synonyms: "color brand theme orange",
			},
			{
				...field("company.yml", "offices"),
				name: "Offices",
				about: "Addresses and headcounts",
				synonyms: "address location city street branch",
			},
			{
				...field("company.yml", "phone"),
				name: "Phone number",
				about: "As displayed and as dialled",
				synonyms: "telephone call contact",
			},
			{
				...field("company.yml", "socials"),
				name: "Social profiles",
				about: "LinkedIn, X, WhatsApp, Instagram",
				synonyms: "social media links network",
			},
			{
				...field("company.yml", "locale"),
				name: "Language and currency",
				about: "How numbers and dates are written",
				synonyms: "locale format region money",
			},
			{
				...field("company.yml", "parts"),
				name: "Site modules",
				about: "Turn calls, careers, blog or portfolio on and off",
				synonyms: "features parts switch enable disable",
			},
			{
				...field("company.yml", "privacyContact"),
				name: "Privacy contact",
				about: "Named in the privacy notice",
				synonyms: "gdpr data protection officer dpo",
			},
			{
				...field("company.yml", "privacyRequests"),
				name: "Privacy requests",
				about: "Days within which you answer people about their data",
				synonyms: "gdpr dpdp dsar deadline clock subject access erasure",
			},
			{
				...field("notices.yml", ""),
				name: "Notices at forms",
				about: "What each form says about personal data",
				synonyms: "privacy consent gdpr dpdp language translation",
			},
		],
	},
	{
		name: "Records",
		settings: [
			{
				routeId: "routes/templates",
				path: "/templates",
				name: "Templates",
				about: "Texts that replies start from",
				synonyms: "canned responses snippets saved replies macros",
			},
			stagesOfKinds,
			{
				...field("desk.yml", "application.stages"),
				name: "Reasons for rejection and withdrawal",
				about: "Choices when an application ends",
				synonyms: "decline reject lost withdraw why",
				of: ofCareers,
			},
			{
				...field("desk.yml", "application.criteria"),
				name: "Scorecard criteria",
				about: "What reviewers score",
				synonyms: "rating review interview feedback",
				of: ofCareers,
			},
			{
				...field("desk.yml", "application.talentPoolMonths"),
				name: "Talent pool",
				about: "How long applicants who agree are kept",
				synonyms: "consent retention candidates keep future silver medalist nurture gdpr",
				of: ofCareers,
			},
			{
				...field("desk.yml", "application.feedbackCountries"),
				name: "Feedback after rejection",
				about: "Countries whose applicants may be told of their scores",
				synonyms: "scorecard reject sentences candidate",
				of: ofCareers,
			},
			{
				...field("careers.yml", ""),
				name: "Departments and locations",
				about: "Choices of positions and applications",
				synonyms: "careers options teams offices jobs",
				of: ofCareers,
			},
			{
				routeId: "routes/source-links",
				path: "/source-links",
				name: "Source links",
				about: "Where applications and hires come from, and the cost of each",
				synonyms: "utm campaign tracking recruiting advertisement board channel referral short url cost per hire",
				of: ofCareers,
			},
			{
				routeId: "routes/self-identification",
				path: "/self-identification",
				name: "Self-identification",
				about: "Counts of voluntary answers",
				synonyms: "eeo diversity equal opportunity survey",
				of: ofCareers,
			},
		],
	},
	{
		name: "E-mail",
		settings: [
			{
				...field("company.yml", "salesEmail"),
				name: "Recipients",
				about: "Addresses that get enquiries, calls and applications",
				synonyms: "notify notification inbox forward sales careers e-mail address",
			},
			{
				routeId: "routes/mailboxes",
				path: "/mailboxes",
				name: "Mailboxes",
				about: "Mailboxes whose messages arrive in the desk",
				synonyms: "imap google microsoft connect integration incoming",
			},
			{
				routeId: "routes/emails",
				path: "/emails",
				name: "E-mails",
				about: "Sent, waiting and failed",
				synonyms: "outbox bounced delivery queue outgoing",
			},
		],
	},
	{
		name: "System",
		settings: [
			{
				routeId: "routes/operations",
				path: "/operations",
				name: "System status",
				about: "E-mail, backups, disk, version",
				synonyms: "health operations configuration monitoring smtp domain dkim spf test",
			},
			{
				routeId: "routes/webhooks",
				path: "/webhooks",
				name: "Webhooks",
				about: "Events for other programs and chats",
				synonyms: "integration api slack teams zapier n8n mattermost google chat notify events callback connect",
			},
			{
				routeId: "routes/api-tokens",
				path: "/api-tokens",
				name: "API tokens",
				about: "Access for other programs",
				synonyms: "integration rest key secret bearer scope developer connect automation",
			},
			{
				routeId: "routes/request-register",
				path: "/request-register",
				name: "Request register",
				about: "Requests about data whose person was erased",
				synonyms: "privacy gdpr dsar subject access erasure proof dpdp",
			},
			{
				routeId: "routes/audit-log",
				path: "/audit-log",
				name: "Audit log",
				about: "Who did what, and when",
				synonyms: "history security events activity",
			},
			{
				routeId: "routes/incidents",
				path: "/incidents",
				name: "Incidents",
				about: "Stolen devices, passwords and tokens: whose data was touched, and whom to tell",
				synonyms: "breach data leak theft hacked stolen laptop 72 hours gdpr dpdp notice authority security",
			},
			{
				routeId: "routes/imports",
				path: "/import",
				name: "Import",
				about: "Leads, contacts and more from another tool",
				synonyms: "move in migrate migration csv ics upload hubspot greenhouse lever wordpress switch transfer data",
			},
		],
	},
];

/** Returns all settings by group. */
export function declareSettings(
	kinds: readonly Pick<RecordKind, "name" | "names" | "siteModule">[],
): { name: string; settings: DeclaredSetting[] }[] {
	const stages = kinds.map(({ name, names, siteModule }): DeclaredSetting => ({
		...field("desk.yml", name),
		name: `Stages of ${names}`,
		about: "Names and order",
		synonyms: "status pipeline workflow columns",
		...(siteModule && { of: [siteModule] }),
	}));
	return groups.map(({ name, settings }) => ({
		name,
		settings: settings.flatMap((setting) => (setting === stagesOfKinds ? stages : [setting])),
	}));
}

/** A setting that is a field of a document of the studio. */
function field(document: string, key: string): Pick<DeclaredSetting, "routeId" | "path"> {
	const fragment = key === "" ? "" : `#fields.${key}`;
	return { routeId: "routes/studio-document", path: `/studio/documents/${document}${fragment}` };
}
