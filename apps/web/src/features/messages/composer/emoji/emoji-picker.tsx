import { EmojiPicker as Picker } from 'frimousse'
import { type CSSProperties, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTouchDevice } from '../../../../lib/browser/touch.ts'
import { storage } from '../../../../lib/browser/storage.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { EmojiCategories } from './emoji-categories.tsx'
import { type EmojiData, emojiData } from './emoji-data.ts'
import { type Category, groups, rowsBefore } from './emoji-groups.ts'
import styles from './emoji-picker.module.css'
import { RecentEmoji } from './recent-emoji.tsx'
import { withRecent } from './recent.ts'

interface Props {
  columns: number
  onPick: (emoji: string) => void
}

export function EmojiPicker({ columns, onPick }: Props) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const viewport = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [data, setData] = useState<EmojiData>()
  const [recent] = useState(() => storage.recentEmoji.get() ?? [])
  const resolve = useCallback(
    async (_locale: string, { signal }: { signal?: AbortSignal }) => {
      const names = groups.map(({ id }) => t(`messages.emoji.${id}`))
      const found = await emojiData(language, names, signal)
      setData(found)
      return found
    },
    [language, t],
  )

  function pick(emoji: string) {
    storage.recentEmoji.set(withRecent(recent, emoji))
    onPick(emoji)
  }

  /** The list is virtual, so the position of a category is counted from the rows above it. */
  function show(category: Category) {
    const area = viewport.current
    if (!area || !data) return
    const { headers, rows } = rowsBefore(data.emojis, category, columns)
    const heightOf = (name: string) => Number.parseFloat(getComputedStyle(area).getPropertyValue(name))
    area.scrollTop =
      headers * heightOf('--frimousse-category-header-height') + rows * heightOf('--frimousse-row-height')
  }

  return (
    <Picker.Root
      className={styles.picker}
      style={{ '--columns': columns } as CSSProperties}
      locale={language}
      columns={columns}
      resolveEmojiData={resolve}
      onEmojiSelect={({ emoji }) => pick(emoji)}
    >
      <Picker.Search
        className={styles.search}
        placeholder={t('messages.emoji.search')}
        aria-label={t('messages.emoji.search')}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        // On touch screens the keyboard would cover the emoji.
        autoFocus={!isTouchDevice()}
      />
      {search === '' && (
        <>
          <RecentEmoji emoji={recent.slice(0, columns)} data={data} onPick={pick} />
          <EmojiCategories onShow={show} />
        </>
      )}
      <Picker.Viewport
        ref={viewport}
        className={styles.viewport}
        role="group"
        aria-label={t('messages.emoji.all')}
        tabIndex={0}
      >
        <Picker.Loading className={styles.note}>{t('ui.loading')}</Picker.Loading>
        <Picker.Empty className={styles.note}>{t('messages.emoji.nothing')}</Picker.Empty>
        <Picker.List
          components={{
            CategoryHeader: ({ category, ...props }) => (
              <div className={styles.category} {...props}>
                {category.label}
              </div>
            ),
            // The library counts rows and columns from 0; ARIA counts from 1.
            Row: ({ children, ...props }) => (
              <div {...props} aria-rowindex={next(props['aria-rowindex'])}>
                {children}
              </div>
            ),
            Emoji: ({ emoji, ...props }) => (
              <button
                type="button"
                className={styles.emoji}
                data-active={emoji.isActive}
                {...props}
                aria-colindex={next(props['aria-colindex'])}
              >
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </Picker.Viewport>
    </Picker.Root>
  )
}

const next = (index: number | undefined) => (index === undefined ? undefined : index + 1)
