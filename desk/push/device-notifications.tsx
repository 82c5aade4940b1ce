import { Form } from "react-router";
import type { PushTopic } from "../../core/push/push-choices.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { ValueCell } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";
import { DeviceButton } from "./device-button.tsx";

type ShownDevice = { id: string; name: string; since: ShownValue; isThis: boolean };

const topicNames: Record<PushTopic, string> = {
	mention: "Someone mentions you in a note",
	record: "You or your hiring team get a new record, call or interview",
	appointment: "A call or interview of yours begins in ten minutes",
	alarm: "Admins: something in System status needs attention, or is solved",
};

/** The devices that get a member's notifications, and what they are notified of. */
export function DeviceNotifications({
	notifications,
	action,
}: {
	/** Undefined where the installation sends none. */
	notifications: { publicKey: string; topics: PushTopic[]; devices: ShownDevice[] } | undefined;
	/** Path of the forms. */
	action: string;
}) {
	return (
		<section aria-labelledby="device-notifications">
			<h2 id="device-notifications" tabIndex={-1}>
				Notifications on your devices
			</h2>
			{notifications ? (
				<>
					<p className="remark">Appear on your phone or computer even while the desk is closed.</p>
					{notifications.devices.length > 0 && <DeviceTable devices={notifications.devices} action={action} />}
					{!notifications.devices.some(({ isThis }) => isThis) && (
						<DeviceButton publicKey={notifications.publicKey} action={action} />
					)}
					<TopicForm topics={notifications.topics} action={action} />
				</>
			) : (
				<p className="remark">Turned off for your company.</p>
			)}
		</section>
	);
}

function DeviceTable({ devices, action }: { devices: ShownDevice[]; action: string }) {
	return (
		<DataTable caption="Devices with notifications" columns={["Device", "Turned on", "Actions"]}>
			{devices.map(({ id, name, since, isThis }) => (
				<tr key={id}>
					<th scope="row">
						{name}
						{isThis && <span className="aside">This browser</span>}
					</th>
					<ValueCell label="Turned on" value={since} />
					<td data-label="Actions">
						<TurnOffForm id={id} name={name} action={action} />
					</td>
				</tr>
			))}
		</DataTable>
	);
}

function TurnOffForm({ id, name, action }: Pick<ShownDevice, "id" | "name"> & { action: string }) {
	return (
		<Form method="post" action={action} preventScrollReset>
			<input type="hidden" name="action" value="device-off" />
			<button name="device" value={id}>
				Turn off<span className="sr-only"> on {name}</span>
			</button>
		</Form>
	);
}

function TopicForm({ topics, action }: { topics: PushTopic[]; action: string }) {
	return (
		<Form method="post" action={action} className="form" preventScrollReset>
			<fieldset>
				<legend>Notify me when</legend>
				<div className="checks">
					{(Object.keys(topicNames) as PushTopic[]).map((topic) => (
						<label key={topic}>
							<input type="checkbox" name="topic" value={topic} defaultChecked={topics.includes(topic)} />
							<span>{topicNames[topic]}</span>
						</label>
					))}
				</div>
			</fieldset>
			<div>
				<button name="action" value="device-topics">
					Save notifications
				</button>
			</div>
		</Form>
	);
}
