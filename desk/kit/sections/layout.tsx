import { longText, type KitState } from "../../../ui/kit/state.ts";
import { DataTable } from "../../layout/data-table.tsx";
import { Drawer } from "../../layout/drawer.tsx";
import { PopUp } from "../../layout/pop-up.tsx";
import { Toast } from "../../layout/toast.tsx";
import { NumberCell } from "../../records/shown-value.tsx";

const people = [
	["Asha Rao", "asha@mills.example", "3"],
	["Hans-Joachim Grünewald", "hans-joachim.gruenewald@maschinenbau.example", "1,204"],
];

const notice = (text: string) => ({ text, removal: "" });

export const states: KitState[] = [
	{
		name: "Button, primary button, disabled button",
		controls: true,
		render: () => (
			<div className="actions">
				<button className="button-main">Send</button>
				<button>Save draft</button>
				<button disabled>Sending…</button>
			</div>
		),
	},
	{
		name: "Table",
		render: (id) => (
			<DataTable caption={`Contacts ${id}`} columns={["Name", "E-mail", "Records"]} numbers={["Records"]}>
				{people.map(([name, email, count]) => (
					<tr key={email}>
						<th scope="row">{name}</th>
						<td data-label="E-mail">{email}</td>
						<NumberCell label="Records">{count}</NumberCell>
					</tr>
				))}
			</DataTable>
		),
	},
	{
		name: "Pop-up",
		controls: true,
		render: () => (
			<PopUp label="Snooze">
				<div className="pop-up-choices">
					<button type="button">Tomorrow</button>
					<button type="button">Monday</button>
				</div>
			</PopUp>
		),
	},
	{
		name: "Toast",
		overlay: true,
		render: () => (
			<div role="status" className="notice-place">
				<Toast notice={notice("Stage changed to Interview.")} />
			</div>
		),
	},
	{
		name: "Toast with Undo, long",
		overlay: true,
		render: () => (
			<div role="status" className="notice-place">
				<Toast notice={{ ...notice(longText), undo: { path: "/enquiries", does: "undo", id: "1" } }} />
			</div>
		),
	},
	{
		name: "Drawer",
		overlay: true,
		render: () => (
			<Drawer title="Asha Rao" subtitle="BKG-7K3F9QXM" closePath="/calls">
				<p>Monday, 30 November 2026 at 10:00 AM</p>
			</Drawer>
		),
	},
	{
		name: "Wide drawer, long title",
		overlay: true,
		render: () => (
			<Drawer isWide title={longText} closePath="/applications/board">
				<p className="text">{`${longText}. `.repeat(30)}</p>
				<button>Save</button>
			</Drawer>
		),
	},
];
