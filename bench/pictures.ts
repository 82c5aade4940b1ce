import { Agent } from "node:http";
import sharp from "sharp";
import { pathOfFile } from "../features/publishing/pictures/picture-paths.ts";
import { listPictureVersions } from "../features/publishing/pictures/picture-store.server.ts";
import { readConfig } from "../platform/config.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { migrations } from "../server/migrations.ts";
import { openStaffSession } from "../tests/support/staff.ts";
import { collectPaced, expectStatus, send, summarise, type Durations } from "./measure.ts";
import { withServer, type MeasuredServer, type Part } from "./part.ts";

const perSecond = 100;

/** Measures the site while pictures are uploaded in the desk, and while visitors load those that the studio has published. */
export const pictures: Part = {
	name: "pictures",
	about: "the home page while pictures are uploaded in the desk and read from the database",
	comparable: false,
	run: ({ milliseconds, release }, tell) =>
		withServer(release, {}, async (server) => {
			const agent = new Agent({ keepAlive: true });
			const { cookie } = await openStaffSession(readConfig(server.environment));
			const upload = await createUpload(server, { agent, cookie });
			const visit = () => expectStatus(send(`${server.url}/`, agent), 200);
			await upload(0);
			const files = await publishAll(server);
			await collectPaced(visit, { milliseconds: 1_000, perSecond });

			const measureWhile = async (what: string, visitOnce: () => Promise<void>, act?: () => Promise<number>) => {
				const durations: Durations[] = [];
				const acting = act?.() ?? Promise.resolve(0);
				const ended = acting.then(() => "done");
				do durations.push(await collectPaced(visitOnce, { milliseconds: milliseconds / 2, perSecond }));
				while ((await Promise.race([ended, Promise.resolve("under way")])) !== "done");
				const { count, p50Ms, p99Ms } = summarise(...durations);
				const uploads = await acting;
				tell({
					what,
					figures: { count, p50Ms, p99Ms },
					wanted: "p99 under 20 ms",
					...(uploads > 0 && { value: `${uploads} uploads meanwhile` }),
				});
			};
			const uploadMany = async () => {
				const end = performance.now() + milliseconds;
				let count = 0;
				do await upload(++count);
				while (performance.now() < end);
				return count;
			};
			let next = 0;
			const readPicture = () => expectStatus(send(server.url + (files[next++ % files.length] ?? ""), agent), 200);
			await measureWhile("home page, nothing else", visit);
			await measureWhile("home page, a photo of 12 megapixels after the other is uploaded", visit, uploadMany);
			await measureWhile("pictures of the studio, nothing else", readPicture);
			await measureWhile("pictures of the studio, while photos are uploaded", readPicture, uploadMany);
			agent.destroy();
		}),
};

/** Creates a function that uploads different photos, as a form of the desk does. */
async function createUpload(
	{ deskUrl }: MeasuredServer,
	{ agent, cookie }: { agent: Agent; cookie: string },
): Promise<(index: number) => Promise<void>> {
	const noise = { type: "gaussian" as const, mean: 128, sigma: 12 };
	const photo = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: "#888", noise } })
		.blur(4)
		.jpeg()
		.toBuffer();
	return async (index) => {
		const form = new FormData();
		form.set("shape", "illustration");
		form.set("files", new Blob([new Uint8Array(photo)]), `photo-${index}.jpg`);
		const sent = new Response(form);
		await expectStatus(
			send(
				`${deskUrl}/studio/pictures`,
				agent,
				{
					type: sent.headers.get("content-type") ?? "",
					body: Buffer.from(await sent.arrayBuffer()),
					headers: { origin: new URL(deskUrl ?? "").origin, "sec-fetch-site": "same-origin" },
				},
				cookie,
			),
			200,
		);
	};
}

/** Publishes the uploads, and returns the URLs of their files. */
async function publishAll({ environment }: MeasuredServer): Promise<string[]> {
	const database: Database = await openDatabase(readConfig(environment), {
		migrations,
		log: createLog({ logLevel: "silent" }),
	});
	try {
		await database.write((transaction) => transaction.updateTable("contentPictures").set({ edition: 1 }).execute());
		return (await listPictureVersions(database.db)).flatMap(({ files }) => files.map(pathOfFile));
	} finally {
		await database.close();
	}
}
