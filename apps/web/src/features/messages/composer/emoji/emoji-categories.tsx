import { useTranslation } from 'react-i18next'
import { type Category, groups } from './emoji-groups.ts'
import { EmojiRow } from './emoji-row.tsx'

/** The way to a category. */
export function EmojiCategories({ onShow }: { onShow: (category: Category) => void }) {
  const { t } = useTranslation()
  return (
    <EmojiRow
      label={t('messages.emoji.categories')}
      buttons={groups
        .filter(({ id }) => id !== 'component')
        .map(({ id, mark }) => ({ id, label: t(`messages.emoji.${id}`), face: mark, onPress: () => onShow(id) }))}
    />
  )
}
