import { useId, useRef } from "react";
import { PopUp } from "../layout/pop-up.tsx";
import type { BulkChoices } from "./choices.ts";

type SelectionBarProps = {
	count: number;
	choices: BulkChoices;
	/** Id of the form with the chosen rows, and of the button that replies to them. */
	form: string;
	replyId: string;
	/** Makes a change of all chosen rows. */
	change(wanted: string, options?: { day?: string }): void;
	clear(): void;
};

/** The actions for the chosen rows; the bar floats at the bottom of the window. */
export function SelectionBar({ count, choices, form, replyId, change, clear }: SelectionBarProps) {
	const { stages, done, members, me, snooze, bulkReplyPath, rejection } = choices;
	const isMember = members.some(({ id }) => id === me);
	return (
		<div className="selection-bar" role="group" aria-label="Selected">
			<strong className="number" role="status">
				{count} selected
			</strong>
			<PopUp label="Assign">
				<div className="pop-up-choices">
					{isMember && (
						<button type="button" data-key="bar-a" onClick={() => change(`owner:${me}`)}>
							Me
						</button>
					)}
					{members
						.filter(({ id }) => id !== me)
						.map(({ id, name }, index) => (
							<button
								key={id}
								type="button"
								data-key={!isMember && index === 0 ? "bar-a" : undefined}
								onClick={() => change(`owner:${id}`)}
							>
								{name}
							</button>
						))}
					<button type="button" onClick={() => change("owner:")}>
						Unassigned
					</button>
				</div>
			</PopUp>
			<PopUp label="Stage">
				<div className="pop-up-choices">
					{stages.map(({ key, label }, index) => (
						<button
							key={key}
							type="button"
							data-key={index === 0 ? "bar-s" : undefined}
							onClick={() => change(`stage:${key}`)}
						>
							{label}
						</button>
					))}
				</div>
			</PopUp>
			<PopUp label="Snooze">
				<div className="pop-up-choices">
					{snooze.map(({ key, label, time }, index) => (
						<button
							key={key}
							type="button"
							data-key={index === 0 ? "bar-h" : undefined}
							onClick={() => change(`snooze:${key}`)}
						>
							{label} <span className="number">{time}</span>
						</button>
					))}
					<button type="button" onClick={() => change("snooze:")}>
						Unsnooze
					</button>
				</div>
				<DayChoice onChoose={(day) => change("snooze:day", { day })} />
			</PopUp>
			{done && (
				<button type="button" title={`Moves them to ${done.label}`} onClick={() => change(`stage:${done.key}`)}>
					Done
				</button>
			)}
			<button type="button" onClick={() => change("spam:yes")}>
				Spam
			</button>
			{bulkReplyPath !== undefined && (
				<>
					<button id={replyId} form={form} formAction={bulkReplyPath} formMethod="post">
						Reply
					</button>
					{rejection && (
						<button form={form} formAction={bulkReplyPath} formMethod="post" name="stage" value={rejection.key}>
							Reject {count}…
						</button>
					)}
				</>
			)}
			<button type="button" onClick={clear}>
				Clear
			</button>
		</div>
	);
}

function DayChoice({ onChoose }: { onChoose(day: string): void }) {
	const id = useId();
	const day = useRef<HTMLInputElement>(null);
	return (
		<div className="pop-up-more">
			<label htmlFor={id}>Pick a day</label>
			<input ref={day} id={id} type="date" required />
			<button
				type="button"
				onClick={() => {
					if (day.current?.reportValidity()) onChoose(day.current.value);
				}}
			>
				Snooze
			</button>
		</div>
	);
}
