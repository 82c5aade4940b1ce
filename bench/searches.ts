import { Agent } from "node:http";
import { measureGets } from "./load.ts";
import { collectPaced, expectStatus, send, summarise } from "./measure.ts";
import { fillJobs, withServer, type Part } from "./part.ts";

const counts = [10, 1_000, 100_000];
/** Visitors beside the searches, on a page that is ready. */
const visitorsPerSecond = 100;
/** One more at once would be refused. */
const atOnce = 8;

/** Measures searches that nobody has made before, as the jobs grow, and other visitors' waits meanwhile. */
export const searches: Part = {
	name: "searches",
	about: "new searches among 10, 1,000 and 100,000 jobs, and the others' waiting meanwhile",
	comparable: true,
	async run({ milliseconds, release }, tell) {
		for (const count of counts) {
			await withServer(release, { fill: (database) => fillJobs(database, count) }, async ({ url }) => {
				const agent = new Agent({ keepAlive: true });
				let next = 0;
				const pathOf = () => `/career?q=word${next++}`;
				// The first search builds the index.
				const begun = performance.now();
				await expectStatus(send(url + pathOf(), agent), 200);
				tell({ what: `first search, ${label(count)}`, value: `${Math.round(performance.now() - begun)} ms` });
				await measureGets(url, pathOf, { milliseconds: 1_000, connections: 1 });
				const others = collectPaced(() => expectStatus(send(`${url}/`, agent), 200), {
					milliseconds,
					perSecond: visitorsPerSecond,
				});
				const figures = await measureGets(url, pathOf, { milliseconds, connections: atOnce });
				tell({ what: `new search, ${label(count)}`, figures, ...(count === counts[0] && { wanted: "500 a second" }) });
				const { count: visits, p50Ms, p99Ms } = summarise(await others);
				tell({
					what: `home page meanwhile, ${label(count)}`,
					figures: { count: visits, p50Ms, p99Ms },
					wanted: "p99 under 50 ms",
				});
				agent.destroy();
			});
		}
	},
};

function label(count: number): string {
	return `${count.toLocaleString("en")} jobs`;
}
