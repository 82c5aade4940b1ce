import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import type { AddressFinding } from "../../platform/operations/address-check.ts";
import { TestEmail, type TestEmailData } from "../operations/test-email.tsx";
import { StateLabel } from "../records/shown-value.tsx";
import type { FirstStep } from "./list-first-steps.ts";
import { pathToEdit, startPath } from "./paths.ts";
import { UploadForm } from "./pictures/upload-form.tsx";
import { UploadReportBox } from "./pictures/upload-report.tsx";
import type { UploadReport } from "../../features/publishing/pictures/uploads.server.ts";

/** A step with links to where it is done, and actions on the spot. */
export function FirstStepItem({ step, children }: { step: FirstStep; children?: ReactNode }) {
	const { key, title, text, isDone, links } = step;
	return (
		<li id={key}>
			<h2>{title}</h2>
			<StateLabel state={isDone ? { state: "sent", name: "Done" } : { state: "waiting", name: "To do" }} />
			<p>{text}</p>
			{links.length > 0 && (
				<ul className="links">
					{links.map(({ path, field, name }) => (
						<li key={name}>
							<Link to={pathToEdit(path) + (field === undefined ? "" : `#fields.${field}`)}>{name}</Link>
						</li>
					))}
				</ul>
			)}
			{children}
		</li>
	);
}

export type LogoData = { src: string; url: string | undefined } | undefined;

/** The company's logo, with its draft, and a form for another. */
export function LogoStep({ logo, report }: { logo: LogoData; report: UploadReport | undefined }) {
	return (
		<div className="first-step-part">
			<UploadReportBox report={report} />
			{logo ? (
				<p className="first-step-logo">
					{logo.url !== undefined && <img src={logo.url} alt="" />}
					<span>{logo.src}</span>
				</p>
			) : (
				<p className="hint">No logo yet. The site shows a mark in your accent colour.</p>
			)}
			<UploadForm action={`${startPath}#name`} shape="logo" isFixed isSingle label="Logo" />
		</div>
	);
}

/** Sends the member a test e-mail, and links to more about e-mails. */
export function TestEmailStep({ ownAddress, testEmail }: { ownAddress: string; testEmail: TestEmailData }) {
	return (
		<>
			<TestEmail path={`${startPath}#email`} ownAddress={ownAddress} testEmail={testEmail} />
			<p>
				<Link to="/operations">Check the sending domain</Link>
			</p>
		</>
	);
}

/** Requests the site at its public address, as a visitor does. */
export function AddressStep({ publicUrl, findings }: { publicUrl: string; findings: AddressFinding[] | undefined }) {
	return (
		<>
			<Form method="post" action={`${startPath}#address`} preventScrollReset>
				<button name="do" value="check-address">
					Check {publicUrl}
				</button>
			</Form>
			{findings && (
				<div role="status">
					<ul className="plain-list">
						{findings.map(({ what, isWell, text, advice }) => (
							<li key={what}>
								<StateLabel state={isWell ? { state: "sent", name: what } : { state: "failed", name: what }} /> {text}{" "}
								{advice}
							</li>
						))}
					</ul>
				</div>
			)}
		</>
	);
}
