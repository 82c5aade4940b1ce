import type { PostedRequestOutcome } from "../../features/privacy-requests/accept-posted-form.server.ts";
import { requestKindKeys, requestKinds } from "../../features/privacy-requests/request-kinds.ts";
import { requestLimits } from "../../features/privacy-requests/rules.ts";
import type { Notice } from "../../shared/notices.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { FormNotice } from "../../ui/form-notice.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { notStoredMessage } from "../private-page.ts";
import { FormProblem } from "./form-problem.tsx";

type PrivacyRequestFormProps = {
	answerWithinDays: number;
	notice: Notice | undefined;
	/** The server's response to a form that became no request. */
	refused?: Exclude<PostedRequestOutcome, { kind: "sent" }> | undefined;
};

/** The form for requests about one's own data. It works without scripts. */
export function PrivacyRequestForm({ answerWithinDays, notice, refused }: PrivacyRequestFormProps) {
	const errors = refused?.errors ?? [];
	const values = refused?.values;
	return (
		<section aria-labelledby="request-title" className="border-t border-hairline bg-white section-space">
			<div className="container-page grid gap-10 lg:grid-cols-12 lg:gap-6">
				<div className="lg:col-span-8 lg:col-start-5">
					<h2 id="request-title" className="text-36">
						Send a request about your data
					</h2>
					<p className="mt-3 mb-8 max-w-[52ch]">
						We will send you an e-mail to confirm that the request is yours, and answer within {answerWithinDays}{" "}
						{answerWithinDays === 1 ? "day" : "days"} of your confirmation.
					</p>
					<FormProblem text={refused?.kind === "failed" ? notStoredMessage : undefined} className="mb-6" />
					<form method="post" action="/privacy#request-title" noValidate className="max-w-2xl space-y-6">
						<ErrorSummary errors={errors} attempt={refused ? 1 : 0} />
						<SelectField
							name="requestKind"
							label="Your request"
							required
							placeholder="Choose one"
							options={requestKindKeys.map((key) => ({ value: key, label: requestKinds[key].choice }))}
							defaultValue={values?.requestKind}
							errors={errors}
						/>
						<TextField
							name="name"
							label="Name"
							required
							autoComplete="name"
							maxLength={requestLimits.name}
							defaultValue={values?.name}
							errors={errors}
						/>
						<TextField
							name="email"
							type="email"
							label="E-mail"
							hint="The address you have used with us, so that we can find your data."
							required
							autoComplete="email"
							maxLength={requestLimits.email}
							defaultValue={values?.email}
							errors={errors}
						/>
						<TextArea
							name="message"
							label="Message"
							note="(Optional)"
							rows={5}
							defaultValue={values?.message}
							errors={errors}
						/>
						<FormNotice notice={notice} />
						<Button type="submit">Send the request</Button>
					</form>
				</div>
			</div>
		</section>
	);
}
