import { EmojiPicker as Picker } from 'frimousse'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { emojiData } from './emoji-data.ts'
import styles from './emoji-picker.module.css'

const groups = [
  'smileys',
  'people',
  'component',
  'nature',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const

export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const resolve = useCallback(
    (_locale: string, { signal }: { signal?: AbortSignal }) =>
      emojiData(
        language,
        groups.map((group) => t(`messages.emoji.${group}`)),
        signal,
      ),
    [language, t],
  )
  return (
    <Picker.Root
      className={styles.picker}
      locale={language}
      columns={9}
      resolveEmojiData={resolve}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <Picker.Search
        className={styles.search}
        placeholder={t('messages.emoji.search')}
        aria-label={t('messages.emoji.search')}
        autoFocus
      />
      <Picker.Viewport className={styles.viewport}>
        <Picker.Loading className={styles.note}>{t('ui.loading')}</Picker.Loading>
        <Picker.Empty className={styles.note}>{t('messages.emoji.nothing')}</Picker.Empty>
        <Picker.List
          components={{
            CategoryHeader: ({ category, ...props }) => (
              <div className={styles.category} {...props}>
                {category.label}
              </div>
            ),
            Emoji: ({ emoji, ...props }) => (
              <button type="button" className={styles.emoji} data-active={emoji.isActive} {...props}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </Picker.Viewport>
    </Picker.Root>
  )
}
