import type { FeatureEmails } from "../../platform/email/email-preview.ts";
import {
	createChangeEmail,
	createInvitationEmail,
	createNewBrowserEmail,
	createResetEmail,
	type AccountEmail,
} from "./account-emails.server.ts";
import { accountChanges, accountEmailKinds, renderAccountEmail, type AccountChange } from "./emails.server.tsx";
import { invitationGoodFor } from "./invitations.server.ts";
import { joinPath } from "./paths.ts";

export const accountEmails: FeatureEmails = {
	kinds: accountEmailKinds,
	async createPreviews({ company, deskUrl, now }) {
		const account = { id: "5d6f1f9c-2f6c-4a38-8b39-0f7d8f4b2a11", email: "robin@company.example", name: "Robin Lee" };
		const url = `${deskUrl}${joinPath("0123456789abcdef0123456789abcdef01234567")}`;
		const render = async (email: AccountEmail) => ({
			...email,
			...(await renderAccountEmail(email, { company, deskUrl })),
		});
		return [
			{
				about: "To an invited member",
				email: await render(createInvitationEmail(account, { url, expiresAt: now.add(invitationGoodFor.invite) })),
			},
			{
				about: "To a member whose sign-in is reset",
				email: await render(createResetEmail(account, { url, expiresAt: now.add(invitationGoodFor.reset) })),
			},
			...(await Promise.all(
				(Object.keys(accountChanges) as AccountChange[]).map(async (change) => ({
					about: `To the owner: ${accountChanges[change]}`,
					email: await render(createChangeEmail(account, change, now)),
				})),
			)),
			{ about: "To the owner", email: await render(createNewBrowserEmail(account, "Firefox on Linux", now)) },
		];
	},
};
