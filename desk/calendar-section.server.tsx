/**
 * The address of the calendar of demo calls, once it is asked for: whoever has it can read the calendar.
 *
 * @param address undefined until then
 */
export function CalendarSection({ address }: { address: string | undefined }) {
	return (
		<section aria-labelledby="calendar" className="panel">
			<h2 id="calendar">Calendar</h2>
			<p>
				A calendar program can subscribe to all calls. Whoever has the address can read who comes to them, so pass it on
				to staff only.
			</p>
			{address !== undefined && (
				<p role="status">
					<code>{address}</code>
				</p>
			)}
			<form method="post" action="/bookings/calendar">
				{address === undefined ? (
					<button>Show the address</button>
				) : (
					<button name="renew" value="yes">
						Make a new address, and this one worthless
					</button>
				)}
			</form>
		</section>
	);
}
