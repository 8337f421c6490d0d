import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoPicture } from './demo-callers.ts'

/** What the shop and its customers show each other: drawn for this. */
export type Drawing = 'sofa' | 'corridor' | 'lamp'

export async function picture(name: Drawing): Promise<DemoPicture> {
  return { name: `${name}.png`, data: await readFile(join(import.meta.dirname, 'pictures', `${name}.png`)) }
}
