import { expect, test } from "vitest";
import { findBucket } from "./network-buckets.ts";

test.each([
	["203.0.113.7", 586144],
	["2001:db8::1", 736731],
])("the bucket of %s stays the same, because counts are stored under it", (name, bucket) => {
	expect(findBucket(name, "a secret")).toBe(bucket);
});
