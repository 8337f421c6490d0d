import { type ContactView, TagBody, type TagRef } from '@guiche/contract'
import { MultiSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TagChip } from '../../ui/marks/marks.tsx'
import { Section } from '../../ui/page/section.tsx'
import { syncTags } from './contact-tags.api.ts'
import styles from './tag-editor.module.css'
import { tagChoices, useSaveTag } from './tags.api.ts'

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
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
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
  const create = useSaveTag(undefined, blank)
  const newName = newNameOf(typed, all)
  const tags = useRef(contact.tags)

  /** The contact gets the tag also if the field was closed before the answer; callbacks of `mutate` would be lost then. */
  function createTag(name: string) {
    create.mutateAsync({ ...blank, name }).then(
      (tag) => sync.mutate([...tags.current, tag]),
      // A colleague may have made it meanwhile; then it can be chosen.
      () => void client.invalidateQueries({ queryKey: tagChoices.queryKey }),
    )
  }

  useEffect(() => {
    tags.current = contact.tags
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
      data={[
        ...all.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(newName ? [{ value: toCreate, label: t('tags.create', { text: newName }) }] : []),
      ]}
      searchValue={typed}
      onSearchChange={setTyped}
      value={contact.tags.map(({ id }) => String(id))}
      onChange={(ids) =>
        newName && ids.includes(toCreate)
          ? createTag(newName)
          : sync.mutate(all.filter(({ id }) => ids.includes(String(id))))
      }
    />
  )
}

const blank = { name: '', color: '' }
/** The value of the option that creates a tag. */
const toCreate = 'new'

/** The typed name, if it can be the name of a tag and no tag has it yet. */
function newNameOf(typed: string, all: readonly { name: string }[]): string | undefined {
  const { data: name } = TagBody.shape.name.safeParse(typed)
  const isTaken = all.some((tag) => tag.name.localeCompare(name ?? '', undefined, { sensitivity: 'base' }) === 0)
  return isTaken ? undefined : name
}
