import type { Hearer } from './hear-changes.ts'

/** What is done about each field of a webhook. */
export const hearers: Readonly<Record<string, Hearer>> = {}
