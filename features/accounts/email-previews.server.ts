import type { FeatureEmails } from "../../platform/email/email-preview.ts";
import {
	accountChanges,
	accountEmailKinds,
	createChangeEmail,
	createInvitationEmail,
	createNewBrowserEmail,
	createResetEmail,
	type AccountChange,
} from "./emails.server.tsx";
import { invitationGoodFor } from "./invitations.server.ts";
import { joinPath } from "./paths.ts";

export const accountEmails: FeatureEmails = {
	kinds: accountEmailKinds,
	async createPreviews({ company, deskUrl, now }) {
		const account = { id: "5d6f1f9c-2f6c-4a38-8b39-0f7d8f4b2a11", email: "meera@company.example", name: "Meera Nair" };
		const url = `${deskUrl}${joinPath("0123456789abcdef0123456789abcdef01234567")}`;
		return [
			{
				about: "To whom an admin invites",
				email: await createInvitationEmail(account, {
					url,
					expiresAt: now.add(invitationGoodFor.invite),
					company,
				}),
			},
			{
				about: "To whom an admin resets",
				email: await createResetEmail(account, { url, expiresAt: now.add(invitationGoodFor.reset), company }),
			},
			...(await Promise.all(
				(Object.keys(accountChanges) as AccountChange[]).map(async (change) => ({
					about: `To the owner: ${accountChanges[change]}`,
					email: await createChangeEmail(account, { change, at: now, company, deskUrl }),
				})),
			)),
			{
				about: "To the owner",
				email: await createNewBrowserEmail(account, { device: "Firefox on Linux", at: now, company, deskUrl }),
			},
		];
	},
};
