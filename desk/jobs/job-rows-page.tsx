import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { OutdatedNotice } from "../forms/outdated-notice.tsx";
import { useFormBase } from "../forms/use-form-base.ts";
import { Page } from "../layout/page.tsx";

type JobRowsPageProps = {
	job: { id: string; title: string; /** The newest. */ revision: string; isOwn: boolean };
	/** The revision that refused rows are based on. */
	refusedRevision: string | undefined;
	title: string;
	/** In texts, and the end of the address. */
	name: "criteria" | "stages";
	remark: string;
	errors: readonly FieldError[];
	/** Rows to edit. */
	children: ReactNode;
};

/** The rows of a job that stand for those of the company: its stages, or the criteria of its scorecards. */
export function JobRowsPage({ job, refusedRevision, title, name, remark, errors, children }: JobRowsPageProps) {
	const base = useFormBase(job.revision, refusedRevision);
	return (
		<Page
			title={`${title}: ${job.title}`}
			subtitle={
				<>
					<span>{job.isOwn ? `Custom ${name} for this job` : `Company ${name}`}</span>
					<Link to={`/jobs/${job.id}`}>Back to job</Link>
				</>
			}
		>
			<ErrorSummary errors={errors} />
			<p className="remark">{remark}</p>
			<Form
				key={base.key}
				{...base.attributes}
				method="post"
				action={`/jobs/${job.id}/${name}`}
				className="form job-form"
				reloadDocument
				noValidate
			>
				<input type="hidden" name="revision" value={base.version} />
				{base.isOutdated && <OutdatedNotice />}
				{children}
				<div className="actions">
					<button name="do" value="save" className="button-main">
						Save {name}
					</button>
					{job.isOwn && (
						<button name="do" value="reset">
							Use company {name}
						</button>
					)}
				</div>
			</Form>
		</Page>
	);
}
