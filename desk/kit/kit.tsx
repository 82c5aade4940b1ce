import { showKit } from "../../ui/kit/show-kit.tsx";
import type { KitState } from "../../ui/kit/state.ts";

showKit(import.meta.glob<{ states: KitState[] }>("./sections/*.tsx", { eager: true }));
