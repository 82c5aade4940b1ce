import { longText, type KitState } from "../../../ui/kit/state.ts";
import { ScorecardSection, type ShownScorecard } from "../../work/scorecard-section.tsx";
import { SelectionBar } from "../../work/selection-bar.tsx";
import { SnoozeControl } from "../../work/snooze-control.tsx";
import { Timeline, type ShownEntry } from "../../work/timeline.tsx";
import { ViewLinks } from "../../work/view-links.tsx";
import { WorkRows } from "../../work/work-rows.tsx";

const at = { text: "27 Nov 2026, 12:29 AM", dateTime: "2026-11-26T18:59:00Z" };
const snooze = [
	{ key: "later", label: "Later today", time: "3:30 PM" },
	{ key: "monday", label: "Monday", time: "10:00 AM" },
];
const row = {
	about: undefined,
	age: { ...at, age: "5 min" },
	stage: { state: "new", name: "New" },
	remark: undefined,
	owner: undefined,
	due: undefined,
};

const entries: ShownEntry[] = [
	{
		id: "theirs",
		at,
		title: "Asha Rao wrote",
		text: "We want to move 3 TB of scans.",
		side: "theirs",
		quoted: longText,
	},
	{
		id: "ours",
		at,
		title: "Robin Shah replied: Your enquiry",
		text: `Hello Asha,\n\n${longText}.`,
		side: "ours",
		state: { state: "sent", name: "Sent" },
	},
	{ id: "note", at, title: "Robin Shah added a note", text: "They called.", side: "note" },
	{ id: "stage", at, title: "Robin Shah changed stage: New → In review", event: "stage → In review" },
	{ id: "owner", at, title: "Robin Shah changed owner: nobody → Robin Shah", event: "owner → Robin Shah" },
];

const scorecard: ShownScorecard = {
	criteria: [
		{ key: "craft", label: "Craft", question: "What have they made?", score: undefined, text: "" },
		{ key: "words", label: "Words", question: undefined, score: 4, text: "Writes well." },
	],
	scores: [1, 2, 3, 4, 5],
	recommendations: [
		{ key: "strong-yes", label: "Strong yes", isOwn: false },
		{ key: "yes", label: "Yes", isOwn: true },
		{ key: "no", label: "No", isOwn: false },
	],
	isGiven: false,
	otherCount: 1,
	average: undefined,
	summary: [],
	all: [],
};

const given: ShownScorecard = {
	...scorecard,
	isGiven: true,
	average: "4.5",
	summary: [{ label: "Recommendations", value: { text: "1 strong yes, 1 yes" } }],
	all: [{ author: "Robin Shah", recommendation: "Yes", scores: [{ label: "Craft", score: 5, text: longText }] }],
};

export const states: KitState[] = [
	{
		name: "Views",
		controls: true,
		render: () => (
			<ViewLinks
				path="/enquiries"
				query={{ topic: "", source: "", service: "", answer: "", sort: "", show: "mine" }}
				views={[
					{ key: "inbox", label: "Inbox", count: "148" },
					{ key: "mine", label: "Mine", count: "12" },
					{ key: "done", label: "Done", count: undefined },
				]}
				saved={[
					{ id: "1", name: "Big ones", search: "?sort=name", isShared: true, count: "3" },
					{ id: "2", name: "Later", search: "?show=due", isShared: false, count: "0" },
				]}
			/>
		),
	},
	{
		name: "Rows of a list",
		controls: true,
		render: (id) => (
			<WorkRows
				path="/enquiries"
				search=""
				openReference={`${id}-2`}
				caption={`Enquiries ${id}`}
				rows={[
					{ ...row, reference: `${id}-1`, name: "Asha Rao", text: "We want to move 3 TB of scans." },
					{
						...row,
						reference: `${id}-2`,
						name: "Hans-Joachim Grünewald",
						text: longText,
						about: "Quality Engineering Intern",
						stage: { state: "stage-2", name: "Interview" },
						owner: { name: "Robin Shah", initials: "RS" },
						due: { text: "2 h late", isLate: true },
					},
				]}
			/>
		),
	},
	{
		name: "Selection bar",
		overlay: true,
		render: () => (
			<SelectionBar
				count={3}
				form="rows"
				replyId="reply"
				change={() => undefined}
				clear={() => undefined}
				choices={{
					stages: [{ key: "new", label: "New" }],
					done: { key: "won", label: "Won" },
					members: [{ id: "robin", name: "Robin Shah", mention: "Robin Shah" }],
					me: "robin",
					snooze,
					bulkReplyPath: "/enquiries/reply",
				}}
			/>
		),
	},
	{
		name: "Snooze, and snoozed",
		controls: true,
		render: () => (
			<div className="actions">
				<SnoozeControl path="/enquiries/1" version={1} snoozedUntil={undefined} choices={snooze} />
				<SnoozeControl path="/enquiries/2" version={1} snoozedUntil="Mon, 30 Nov" choices={snooze} />
			</div>
		),
	},
	{
		name: "Conversation",
		render: () => <Timeline path="/enquiries/1" entries={entries} edited={undefined} moved={undefined} errors={[]} />,
	},
	{
		name: "Conversation, empty",
		render: () => <Timeline path="/enquiries/1" entries={[]} edited={undefined} moved={undefined} errors={[]} />,
	},
	{
		name: "Scorecard, not given",
		overlay: true,
		render: () => (
			<ScorecardSection
				path="/applications/1"
				card={scorecard}
				typed={undefined}
				errors={[{ field: "score-craft", message: "Choose a score" }]}
			/>
		),
	},
	{
		name: "Scorecard, given",
		overlay: true,
		render: () => <ScorecardSection path="/applications/1" card={given} typed={undefined} errors={[]} />,
	},
];
