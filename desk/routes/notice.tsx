import { data } from "react-router";
import { findNotice } from "../../core/notices/notice-store.server.ts";
import type { NoticeForm } from "../../shared/notices.ts";
import { Page } from "../layout/page.tsx";
import { nameNotice } from "../notices/show-notice.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/notice.ts";

const nameOfForm: Readonly<Record<NoticeForm, string>> = {
	enquiry: "the enquiry form",
	booking: "the booking form",
	application: "the application form",
	newsletter: "the newsletter form",
	jobAlerts: "the job alert form",
	dataRequest: "the form for requests about data",
};

/** A notice about personal data, as a form of the site showed it. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const notice = await findNotice(deps.database.db, params.version);
	if (!notice) throw data(null, { status: 404 });
	const { form, texts, version } = notice;
	return { title: nameNotice(notice, deps.company), form: nameOfForm[form], texts, version };
}

export default function NoticePage({ loaderData: { title, form, texts, version } }: Route.ComponentProps) {
	return (
		<Page
			title={title}
			subtitle={
				<>
					At {form} <span className="number">{version}</span>
				</>
			}
		>
			{texts.map(({ lang, title: heading, points }) => (
				<section key={lang} lang={lang} aria-labelledby={`notice-${lang}`}>
					<h2 id={`notice-${lang}`}>{heading}</h2>
					<dl className="fields">
						{points.map(({ label, text }) => (
							<div key={label} className="wide">
								<dt>{label}</dt>
								<dd dir="auto">{text}</dd>
							</div>
						))}
					</dl>
				</section>
			))}
		</Page>
	);
}
