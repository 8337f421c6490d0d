import type { ImageView } from '@guiche/contract'

interface ImagePage {
  /** Oldest first. */
  images: ImageView[]
  /** How many the conversation has, and the place of the first of `images` among them, from 1. */
  count: number
  first: number
}

/** Joins pages, the oldest one first. A page repeats pictures of its neighbours, because it is loaded around one. */
export function joinPages(pages: readonly ImagePage[]): ImagePage {
  const images = new Map(pages.flatMap((page) => page.images.map((image) => [image.id, image] as const)))
  return { images: [...images.values()], count: pages.at(-1)?.count ?? 0, first: pages[0]?.first ?? 1 }
}

const step = 0.2
export const zoomRange = { least: 1, most: 3 }

/** The next zoom in steps of 0.2 (docs/requirements/workspace.md, section 9). */
export function zoomedBy(zoom: number, direction: 1 | -1): number {
  const next = Math.round((zoom + direction * step) / step) * step
  return Math.min(zoomRange.most, Math.max(zoomRange.least, Number(next.toFixed(1))))
}
