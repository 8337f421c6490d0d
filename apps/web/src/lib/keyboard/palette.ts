import type { ReactNode } from 'react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createRegistry } from './registry.ts'

export interface PaletteItem {
  id: string
  title: string
  detail?: string
  /** 18 px icon, or an avatar of 28. */
  picture?: ReactNode
  /** Its shortcut, where it has one. */
  keys?: string
  run: () => void
}

/** What the command palette offers besides screens: a group of actions, or a search of its own. */
export interface PaletteSource {
  id: string
  /** Heading, translated. */
  title: string
  /** Actions that fit what is on screen now; filtered by the palette. */
  items?: readonly PaletteItem[]
  /** Asked when the typing has rested, from 3 letters on. */
  search?: (text: string, signal: AbortSignal) => Promise<PaletteItem[]>
}

const registry = createRegistry<{ current: PaletteSource }>()

/** Offers something in the palette (Ctrl K) while the component is there: `usePaletteSource({ id: 'ticket', title, items })`. */
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
