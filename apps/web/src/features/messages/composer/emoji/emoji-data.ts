import enUrl from 'emojibase-data/en/data.json?url'
import esUrl from 'emojibase-data/es/data.json?url'
import ptUrl from 'emojibase-data/pt/data.json?url'
import type { EmojiPickerRootProps } from 'frimousse'
import { z } from 'zod'
import { component } from './emoji-groups.ts'

/** Served by ourselves, so no third party is contacted. There is no Turkish data. */
const urls: Record<string, string> = { pt: ptUrl, es: esUrl }

type Resolve = NonNullable<EmojiPickerRootProps['resolveEmojiData']>
export type EmojiData = Awaited<ReturnType<Resolve>>

const Skin = z.object({ emoji: z.string(), tone: z.union([z.number(), z.array(z.number())]).optional() })
const Emoji = z.object({
  emoji: z.string(),
  label: z.string(),
  tags: z.array(z.string()).optional(),
  group: z.number().optional(),
  order: z.number().optional(),
  version: z.number(),
  skins: z.array(Skin).optional(),
})

/** Newer emoji show as empty boxes on many devices. */
const newest = 15

const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

/** `groupNames`: translated, in the order of the data. */
export async function emojiData(
  language: string,
  groupNames: string[],
  signal: AbortSignal | undefined,
): Promise<EmojiData> {
  const response = await fetch(urls[language] ?? enUrl, { signal: signal ?? null })
  if (!response.ok) throw new Error('the emoji data could not be fetched')
  const emojis = z.array(Emoji).parse(await response.json())
  const shown = emojis.filter(({ group, version }) => group !== undefined && group !== component && version <= newest)
  return {
    locale: language,
    emojis: shown
      .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .map(({ emoji, label, tags = [], group = 0, version, skins }) => ({
        emoji,
        label,
        // Accents do not matter in a search.
        tags: [...tags, ...[label, ...tags].map(unaccented)],
        version,
        category: group,
        ...(skins && hasTones(skins) && { skins: tonesOf(skins) }),
      })),
    categories: groupNames.map((label, index) => ({ index, label })).filter(({ index }) => index !== component),
    skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
  }
}

const unaccented = (text: string) => text.normalize('NFD').replace(/\p{Mn}/gu, '')

type Skins = z.output<typeof Skin>[]
const hasTones = (skins: Skins) => tones.every((_, index) => skins.some(({ tone }) => tone === index + 1))

function tonesOf(skins: Skins) {
  const of = (step: number) => skins.find(({ tone }) => tone === step)?.emoji ?? ''
  return { light: of(1), 'medium-light': of(2), medium: of(3), 'medium-dark': of(4), dark: of(5) }
}
