/** A refused picture; the message tells the uploader why and what helps, as a sentence. */
export class PictureRefusal extends Error {
	constructor(message: string) {
		super(message);
		this.name = "PictureRefusal";
	}
}
