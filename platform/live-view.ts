/**
 * Gives an object that always has the properties of what `read` gives at that moment, so that parts that are made once follow facts that
 * change while they run. Nobody takes a property out of it while parts are put together: it would stay as it was.
 */
export function createLiveView<Facts extends object>(read: () => Facts): Facts {
	return new Proxy({} as Facts, {
		get: (_target, key) => Reflect.get(read(), key),
		has: (_target, key) => Reflect.has(read(), key),
		ownKeys: () => Reflect.ownKeys(read()),
		getOwnPropertyDescriptor(_target, key) {
			const descriptor = Reflect.getOwnPropertyDescriptor(read(), key);
			// What the view itself does not hold must be configurable.
			return descriptor && { ...descriptor, configurable: true };
		},
		set: () => false,
		deleteProperty: () => false,
		defineProperty: () => false,
	});
}
