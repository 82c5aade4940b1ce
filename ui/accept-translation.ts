/**
 * Lets React change a page that the browser translates. Translators put a font element in the place of a text, or around it. React
 * would then ask for children that are elsewhere, which fails and takes the page away, or would change a text that nobody sees.
 *
 * Call it once, before the page is hydrated. It changes `removeChild` and `insertBefore` of every node, for texts that a translator has
 * taken away; it adds nothing to a page that nobody translates.
 */
export function acceptTranslation(): void {
	/** Texts that a translator has taken from the page, and the elements in their places. */
	const translations = new WeakMap<Node, Element>();

	const observer = new MutationObserver((records) => {
		for (const { type, target, addedNodes, removedNodes, previousSibling } of records) {
			if (type === "characterData") bringBack(target);
			for (const node of addedNodes) forget(node);
			const translation = [...addedNodes, previousSibling].find(isTranslation);
			if (!translation) continue;
			for (const node of removedNodes) {
				if (!(node instanceof Text)) continue;
				translations.set(node, translation);
				observer.observe(node, { characterData: true });
			}
		}
	});
	observer.observe(document, { childList: true, subtree: true });

	/** Shows a text that has changed, which the translator then translates again. */
	function bringBack(text: Node): void {
		if (!text.parentNode) translations.get(text)?.replaceWith(text);
	}

	/** A text that is on the page again needs no translation beside it; it can also be inside of one. */
	function forget(node: Node): void {
		const translation = translations.get(node);
		if (!translation?.contains(node)) translation?.remove();
		translations.delete(node);
	}

	function findInPlace(parent: Node, text: Node): Node | undefined {
		for (const start of [text, translations.get(text)]) {
			let node: Node | null | undefined = start;
			while (node && node.parentNode !== parent) node = isTranslation(node.parentNode) ? node.parentNode : undefined;
			if (node) return node;
		}
		return undefined;
	}

	const { removeChild, insertBefore } = Node.prototype;
	Node.prototype.removeChild = function removeTranslated<Child extends Node>(this: Node, child: Child): Child {
		if (child.parentNode === this || !(child instanceof Text)) return removeChild.call(this, child) as Child;
		const inPlace = findInPlace(this, child);
		if (inPlace) removeChild.call(this, inPlace);
		return child;
	};
	Node.prototype.insertBefore = function insertBeforeTranslated<Child extends Node>(
		this: Node,
		node: Child,
		child: Node | null,
	): Child {
		const isMoved = child instanceof Text && child.parentNode !== this;
		return insertBefore.call(this, node, isMoved ? (findInPlace(this, child) ?? null) : child) as Child;
	};
}

function isTranslation(node: Node | null | undefined): node is Element {
	return node?.nodeName === "FONT";
}
