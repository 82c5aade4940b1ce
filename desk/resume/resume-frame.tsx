/** The resume beside the application, in a frame that runs nothing and cannot reach the desk. */
export function ResumeFrame({ path, name }: { /** Of the record's page. */ path: string; name: string }) {
	return (
		<section className="resume" aria-labelledby="resume">
			<div className="section-head">
				<h2 id="resume">Resume</h2>
				<a href={`${path}/resume`} target="_blank" rel="noreferrer">
					Open in new tab
				</a>
			</div>
			<iframe
				src={`${path}/resume`}
				title={`Resume of ${name}`}
				sandbox=""
				referrerPolicy="no-referrer"
				loading="lazy"
			/>
		</section>
	);
}
