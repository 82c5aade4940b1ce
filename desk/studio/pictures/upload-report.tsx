import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { UploadReport } from "../../../features/publishing/pictures/uploads.server.ts";
import { countOf } from "../../words.ts";
import { pathOfPicture } from "./shown-picture.ts";

/** Reports the result of each upload, and what helps after a refusal, which takes the focus. */
export function UploadReportBox({ report }: { report: UploadReport | undefined }) {
	const box = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (report && report.refused.length > 0) box.current?.focus();
	}, [report]);
	if (!report) return null;
	const { taken, refused } = report;
	return (
		<>
			{taken.length > 0 && (
				<div role="status" className="notice">
					<p>
						{countOf(taken.length, `${taken.length} pictures uploaded: `, "Picture uploaded: ")}
						{taken.map(({ path }, index) => (
							<span key={path}>
								{index > 0 && ", "}
								<Link to={pathOfPicture(path)}>{path}</Link>
							</span>
						))}
						. Check the crop.
					</p>
				</div>
			)}
			{refused.length > 0 && (
				<div ref={box} role="alert" tabIndex={-1} className="error-summary">
					<h2>{countOf(refused.length, `${refused.length} files not uploaded`, "1 file not uploaded")}</h2>
					<ul>
						{refused.map(({ name, why }, index) => (
							<li key={`${index} ${name}`}>
								<strong>{name}</strong>: {why}
							</li>
						))}
					</ul>
				</div>
			)}
		</>
	);
}
