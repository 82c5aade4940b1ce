/** A refused picture; the message tells the uploader why and what helps, as a sentence. */
export class PictureRefusal extends Error {
	override name = "PictureRefusal";
}

export const serverStopped = "The server was stopped before this file was stored. Upload it again in a minute.";
