import { Text } from "@react-email/text";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { Connection, Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { DeskLink, EmailLink, emailText, renderEmail } from "../../platform/email/email-layout.server.tsx";
import type { EmailRenderers, RenderedEmail } from "../../platform/email/email.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { claimTelling, findTelling } from "../../platform/email/told-things-store.ts";
import type { Company } from "../../shared/company.ts";
import { formatDayAndMonth } from "../../shared/format-date.ts";
import { palette } from "../../shared/palette.ts";
import { listPeriods } from "../../shared/periods.ts";
import type { Analytics } from "./analytics.server.ts";
import { figureSchema, writeValue, type Figure } from "./figures.ts";

export const weeklyEmailKind = "weekly-numbers";
const tellingName = "weekly numbers";
/** Monday, in the company's zone. */
const leavesAt = Temporal.PlainTime.from("08:00");
/** About a month, last week included. */
const shownWeeks = 4;
/** Last week's figures are of no use a week later. */
const keptDays = 6;

const parametersSchema = z.object({
	/** First day of the week. */
	week: z.string(),
	figures: z.array(figureSchema),
});

type WeeklyEmailDeps = {
	database: Database;
	clock: Clock;
	company: Pick<Company, "timeZone">;
	analytics: Pick<Analytics, "readFigures">;
	/** Plural names of all kinds of records. */
	names: readonly string[];
	/** Lists the recipients who could sign in at an instant. */
	listRecipients(db: Connection, at: Temporal.Instant): Promise<string[]>;
	messageIdDomain: string;
	onEmails(): void;
};

/**
 * Writes the numbers of last week to those who want them, on Mondays; late when the server was down then. Of several servers one writes.
 *
 * @returns how many e-mails it wrote
 */
export async function writeWeeklyEmail({
	database,
	clock,
	company,
	analytics,
	names,
	listRecipients,
	messageIdDomain,
	onEmails,
}: WeeklyEmailDeps): Promise<number> {
	const now = clock.now();
	const today = now.toZonedDateTimeISO(company.timeZone).toPlainDate();
	const [thisWeek] = listPeriods("week", 1, today);
	const due = thisWeek?.first.toZonedDateTime({ timeZone: company.timeZone, plainTime: leavesAt }).toInstant();
	if (!thisWeek || !due || Temporal.Instant.compare(now, due) < 0) return 0;
	const last = await findTelling(database.db, tellingName, now);
	if (last && Temporal.Instant.compare(last, due) >= 0) return 0;
	const recipients = await listRecipients(database.db, due);
	const periods = listPeriods("week", shownWeeks, thisWeek.first.subtract({ days: 1 }));
	const week = periods.at(-1);
	const figures =
		week && recipients.length > 0
			? await analytics.readFigures({ unit: "week", periods, within: week, now, names })
			: [];
	const written = await database.write(async (transaction) => {
		if (!(await claimTelling(transaction, tellingName, { now, notSince: due }))) return 0;
		// It belongs to no record that would delete it.
		await transaction
			.deleteFrom("emails")
			.where("kind", "=", weeklyEmailKind)
			.where("queuedAt", "<", toInstantText(due))
			.execute();
		if (!week || recipients.length === 0) return 0;
		const parameters = { week: week.first.toString(), figures };
		await enqueueEmails(
			transaction,
			recipients.map((recipient) => ({
				kind: weeklyEmailKind,
				reference: `week-${week.first.toString()}`,
				recipient,
				parameters,
				expiresAt: due.add({ hours: 24 * keptDays }),
			})),
			{ now, messageIdDomain },
		);
		return recipients.length;
	});
	if (written > 0) onEmails();
	return written;
}

type RendererDeps = { company: Company; deskUrl: string };

/** Renders the e-mail with the figures of when it was written. */
export function createWeeklyEmailRenderers(deps: RendererDeps): EmailRenderers<typeof weeklyEmailKind> {
	return { [weeklyEmailKind]: async ({ parameters }) => renderWeeklyEmail(parametersSchema.parse(parameters), deps) };
}

export async function renderWeeklyEmail(
	{ week, figures }: z.infer<typeof parametersSchema>,
	{ company, deskUrl }: RendererDeps,
): Promise<RenderedEmail> {
	const first = Temporal.PlainDate.from(week);
	const write = (day: Temporal.PlainDate) => formatDayAndMonth(day.toString());
	const days = `${write(first)} to ${write(first.add({ days: 6 }))}`;
	const title = "Weekly summary";
	return renderEmail(
		{ title, subject: `${title}: ${days}`, preview: figures[0]?.finding ?? days, company },
		<>
			<Text style={emailText}>{days}, compared with the weeks before.</Text>
			{figures.map((figure) => (
				<FigureLines key={figure.key} figure={figure} locale={company.locale} />
			))}
			<DeskLink url={`${deskUrl}/numbers`} />
			<Text style={emailText}>
				Admins get this every Monday. Turn it off in your account:{" "}
				<EmailLink href={`${deskUrl}/account#weekly-email`} />
			</Text>
		</>,
	);
}

const cell = { color: palette.body, fontSize: "14px", lineHeight: "22px", padding: "4px 16px 4px 0" };
const numberCell = { ...cell, textAlign: "right", fontVariantNumeric: "tabular-nums" } as const;

function FigureLines({ figure: { finding, rowHeading, columns, rows }, locale }: { figure: Figure; locale: string }) {
	return (
		<>
			<Text style={{ ...emailText, color: palette.ink, fontWeight: 600, margin: "24px 0 4px" }}>{finding}.</Text>
			{rows.length > 0 && (
				<table className="numbers" cellPadding={0} cellSpacing={0} style={{ borderCollapse: "collapse" }}>
					<thead>
						<tr>
							<th scope="col" style={{ ...cell, textAlign: "left" }}>
								{rowHeading}
							</th>
							{columns.map(({ heading }) => (
								<th key={heading} scope="col" style={numberCell}>
									{heading}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map(({ label, values }, index) => (
							<tr key={index}>
								<th scope="row" style={{ ...cell, fontWeight: 400, textAlign: "left" }}>
									{label}
								</th>
								{columns.map(({ heading, unit }, column) => (
									<td key={heading} style={numberCell}>
										{writeValue(values[column] ?? null, unit, locale)}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			)}
		</>
	);
}
