import { Channel } from '@guiche/contract'
import { MultiSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ContactFilter } from './contact-list.api.ts'
import styles from './contact-filters.module.css'

interface Props {
  tags: { id: number; name: string }[]
  value: ContactFilter
  onChange: (filter: ContactFilter) => void
}

export function ContactFilters({ tags, value, onChange }: Props) {
  const { t } = useTranslation()
  const { tagIds, channel, active } = value
  return (
    <>
      <MultiSelect
        size="xs"
        searchable
        clearable
        className={styles.tags ?? ''}
        aria-label={t('contact-list.tagFilter')}
        placeholder={tagIds.length > 0 ? undefined : t('contact-list.tagFilter')}
        nothingFoundMessage={t('ui.nothingFound')}
        data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={tagIds.map(String)}
        onChange={(ids) => onChange({ ...value, tagIds: ids.map(Number) })}
      />
      <Select
        size="xs"
        clearable
        className={styles.choice ?? ''}
        aria-label={t('contact-list.channelFilter')}
        placeholder={t('contact-list.channelFilter')}
        data={Channel.options.map((name) => ({ value: name, label: t(`ui.channels.${name}`) }))}
        value={channel}
        onChange={(name) => onChange({ ...value, channel: Channel.options.find((option) => option === name) ?? null })}
      />
      <Select
        size="xs"
        clearable
        className={styles.choice ?? ''}
        aria-label={t('contact-list.statusFilter')}
        placeholder={t('contact-list.statusFilter')}
        data={[
          { value: 'active', label: t('contact-list.active') },
          { value: 'blocked', label: t('contact-list.blocked') },
        ]}
        value={active === null ? null : active ? 'active' : 'blocked'}
        onChange={(status) => onChange({ ...value, active: status === null ? null : status === 'active' })}
      />
    </>
  )
}
