import { useEffect, useRef, useSyncExternalStore } from "react";
import { connected, listenToConnection, readConnection } from "./connection.ts";

/** Calls a function when a page is read again after a form was sent and not answered. */
export function useUnanswered(onRead: () => void): void {
	const { failures, unanswered } = useSyncExternalStore(listenToConnection, readConnection, () => connected);
	const latest = useRef(onRead);
	useEffect(() => {
		latest.current = onRead;
	}, [onRead]);
	const isRead = unanswered > 0 && failures === 0;
	useEffect(() => {
		if (isRead) latest.current();
	}, [isRead]);
}
