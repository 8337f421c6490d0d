import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoPicture } from './demo-callers.ts'

/** Pictures that the shop and its customers send each other. */
export type Drawing = 'sofa' | 'corridor' | 'lamp'

export async function picture(name: Drawing): Promise<DemoPicture> {
  return { name: `${name}.png`, data: await readFile(join(import.meta.dirname, 'pictures', `${name}.png`)) }
}
