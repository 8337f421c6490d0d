import { TagBody, type TagView } from '@guiche/contract'
import { ColorInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFate } from '../../lib/live/fate.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { SaveDialog } from '../../ui/dialogs/save-dialog.tsx'
import { TagChip } from '../../ui/marks/marks.tsx'
import { type TagKind, useSaveTag } from './tags.api.ts'

export type TagValues = {
  name: string
  color: string
}

interface Props {
  /** Undefined for a new tag. */
  tag?: TagView | undefined
  /** By default a tag of contacts. */
  kind?: TagKind
  onClose: () => void
}

export function TagDialog({ tag, kind = 0, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState<TagValues>({ name: tag?.name ?? '', color: tag?.color ?? '' })
  const fate = useFate('tag', {
    id: tag?.id,
    before,
    read: (event) =>
      event.action === 'delete'
        ? { id: event.tagId }
        : { id: event.tag.id, values: { name: event.tag.name, color: event.tag.color } },
  })
  const save = useSaveTag(tag?.id, before, kind)
  const form = useForm<TagValues>({
    initialValues: before,
    validate: rulesOf(TagBody.pick({ name: true, color: true })),
    ...checkedOnBlur,
  })
  const { name, color } = form.values

  return (
    <SaveDialog
      title={t(titles[kind][tag ? 'edit' : 'add'])}
      form={form}
      save={save}
      saved={t(titles[kind].saved)}
      fate={fate}
      onClose={onClose}
      onRefused={(error) => showFieldError(form, error, { ERR_NAME_ALREADY_EXISTS: 'name' })}
    >
      <TextInput data-autofocus withAsterisk label={t('tags.list.name')} {...form.getInputProps('name')} />
      <ColorInput
        size="sm"
        label={t('tags.list.color')}
        description={t('tags.list.colorHint')}
        swatches={swatches}
        swatchesPerRow={8}
        withEyeDropper={false}
        {...form.getInputProps('color')}
      />
      <div aria-hidden>
        <TagChip name={name.trim() || t('tags.list.name')} color={color} />
      </div>
    </SaveDialog>
  )
}

const titles = {
  0: { add: 'tags.list.add', edit: 'tags.list.edit', saved: 'tags.list.saved' },
  1: { add: 'tags.lanes.add', edit: 'tags.lanes.edit', saved: 'tags.lanes.saved' },
} as const

const swatches = ['#c2375e', '#d97706', '#b8860b', '#4f7d2c', '#0e9aa7', '#2f6fd0', '#8e44ad', '#5b6b64']
