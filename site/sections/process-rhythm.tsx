import { ItemRow } from "./item-row.tsx";

type ProcessRhythmProps = { title: string; introduction: string; items: { title: string; description: string }[] };

/** The week's fixed appointments, side by side as in a calendar. */
export function ProcessRhythm({ title, introduction, items }: ProcessRhythmProps) {
	return (
		<section aria-labelledby="rhythm-title" className="on-ink bg-ink text-sand section-space">
			<div className="container-page">
				<h2 id="rhythm-title" className="text-36 text-paper">
					{title}
				</h2>
				<p className="mt-4 max-w-[52ch]">{introduction}</p>
				<ItemRow items={items} onInk />
			</div>
		</section>
	);
}
