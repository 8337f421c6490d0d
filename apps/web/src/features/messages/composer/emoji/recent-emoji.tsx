import { useTranslation } from 'react-i18next'
import type { EmojiData } from './emoji-data.ts'
import styles from './emoji-picker.module.css'
import { EmojiRow } from './emoji-row.tsx'

interface Props {
  emoji: readonly string[]
  data: EmojiData | undefined
  onPick: (emoji: string) => void
}

export function RecentEmoji({ emoji, data, onPick }: Props) {
  const { t } = useTranslation()
  if (emoji.length === 0) return null
  const nameOf = (one: string) => data?.emojis.find((known) => known.emoji === one)?.label ?? one
  return (
    <>
      <p className={styles.category}>{t('messages.emoji.recent')}</p>
      <EmojiRow
        label={t('messages.emoji.recent')}
        buttons={emoji.map((one) => ({ id: one, label: nameOf(one), face: one, onPress: () => onPick(one) }))}
      />
    </>
  )
}
