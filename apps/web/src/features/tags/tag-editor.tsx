import type { ContactView, TagRef } from '@guiche/contract'
import { MultiSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TagChip } from '../../ui/marks/marks.tsx'
import { Section } from '../../ui/page/section.tsx'
import { syncTags } from './contact-tags.api.ts'
import styles from './tag-editor.module.css'
import { tagChoices } from './tags.api.ts'

interface Props {
  contact: ContactView
  /** Optimistic update; called again with the old tags if the server refuses. */
  onTags: (tags: TagRef[]) => void
  /** Opens the field, because a shortcut or action asked for it. */
  isAsked: boolean
}

/** The tags of a contact; each change is saved at once. */
export function TagEditor({ contact, onTags, isAsked }: Props) {
  const { t } = useTranslation()
  const [isEditing, setIsEditing] = useState(false)
  const isOpen = isEditing || isAsked
  return (
    <Section
      title={t('tags.title')}
      action={t(isOpen ? 'tags.done' : 'ui.edit')}
      onAction={() => setIsEditing(!isOpen)}
    >
      {isOpen ? (
        <Field contact={contact} onTags={onTags} />
      ) : (
        <div className={styles.tags}>
          {contact.tags.map((tag) => (
            <TagChip key={tag.id} name={tag.name} color={tag.color} />
          ))}
          {contact.tags.length === 0 && <span className={styles.none}>{t('tags.none')}</span>}
        </div>
      )}
    </Section>
  )
}

function Field({ contact, onTags }: Pick<Props, 'contact' | 'onTags'>) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const { data: all = [] } = useQuery(tagChoices)
  const sync = useMutation({
    mutationFn: (tags: TagRef[]) => syncTags(contact.id, tags),
    onMutate: (tags) => {
      onTags(tags)
      return contact.tags
    },
    onSuccess: onTags,
    onError: (_error, _tags, before) => before && onTags(before),
  })

  useEffect(() => {
    field.current?.focus()
    field.current?.scrollIntoView({ block: 'center' })
  }, [])

  return (
    <MultiSelect
      ref={field}
      aria-label={t('tags.title')}
      placeholder={t('tags.choose')}
      size="xs"
      searchable
      hidePickedOptions
      maxDropdownHeight={240}
      nothingFoundMessage={t('tags.nothing')}
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={contact.tags.map(({ id }) => String(id))}
      onChange={(ids) => sync.mutate(all.filter(({ id }) => ids.includes(String(id))))}
    />
  )
}
