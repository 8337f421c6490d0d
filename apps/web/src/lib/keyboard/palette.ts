import type { ReactNode } from 'react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createRegistry } from './registry.ts'

export interface PaletteItem {
  id: string
  title: string
  detail?: string
  /** 18 px icon, or an avatar of 28. */
  picture?: ReactNode
  /** Its shortcut, if any. */
  keys?: string
  run: () => void
}

/** A group of actions or a search that the command palette offers besides screens. */
export interface PaletteSource {
  id: string
  /** Heading, translated. */
  title: string
  /** Actions for what is on screen; the palette filters them. */
  items?: readonly PaletteItem[]
  /** There are many items: the first that match are offered, once something is typed. */
  isLong?: boolean
  /** Called when typing has paused, from 3 letters on. */
  search?: (text: string, signal: AbortSignal) => Promise<PaletteItem[]>
}

const registry = createRegistry<{ current: PaletteSource }>()

/**
 * Adds a source to the palette (Ctrl K) while the component is mounted: `usePaletteSource({ id: 'ticket', title, items
 * })`.
 */
export function usePaletteSource(source: PaletteSource): void {
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  useEffect(() => registry.add([latest]), [])
}

export const usePaletteSources = () => useSyncExternalStore(registry.subscribe, registry.get)

const openers = new Set<() => void>()

export const openPalette = () => openers.forEach((open) => open())
export function onOpenPalette(open: () => void): () => void {
  openers.add(open)
  return () => void openers.delete(open)
}
