import type { ImageView } from '@guiche/contract'
import { numbers } from '../../../ui/numbers.ts'

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

/** The next zoom, in steps. */
export function zoomedBy(zoom: number, direction: 1 | -1): number {
  const { least, most, step } = numbers.zoom
  const next = Math.round((zoom + direction * step) / step) * step
  return Math.min(most, Math.max(least, Number(next.toFixed(1))))
}
