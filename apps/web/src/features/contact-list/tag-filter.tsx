import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './tag-filter.module.css'

interface Props {
  tags: { id: number; name: string }[]
  value: number[]
  onChange: (ids: number[]) => void
}

export function TagFilter({ tags, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <MultiSelect
      size="xs"
      searchable
      clearable
      className={styles.filter ?? ''}
      aria-label={t('contact-list.tagFilter')}
      placeholder={value.length > 0 ? undefined : t('contact-list.tagFilter')}
      nothingFoundMessage={t('ui.nothingFound')}
      data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}
