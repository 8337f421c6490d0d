import { TagBody, type TagView } from '@guiche/contract'
import { ColorInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFate } from '../../lib/live/fate.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TagChip } from '../../ui/marks/marks.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useSaveTag } from './tags.api.ts'

export type TagValues = {
  name: string
  color: string
}

interface Props {
  /** Undefined for a new tag. */
  tag?: TagView | undefined
  onClose: () => void
}

export function TagDialog({ tag, onClose }: Props) {
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
  const save = useSaveTag(tag?.id, before)
  const form = useForm<TagValues>({
    initialValues: before,
    validate: rulesOf(TagBody.pick({ name: true, color: true })),
    ...checkedOnBlur,
  })
  const { name, color } = form.values

  return (
    <Dialog
      title={t(tag ? 'tags.list.edit' : 'tags.list.add')}
      action={t('ui.save')}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      fate={fate}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        save.mutate(values, {
          onSuccess: () => {
            toast.success(t('tags.list.saved'))
            onClose()
          },
          onError: (error) => showFieldError(form, error, { ERR_NAME_ALREADY_EXISTS: 'name' }),
        }),
      )}
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
    </Dialog>
  )
}

const swatches = ['#c2375e', '#d97706', '#b8860b', '#4f7d2c', '#0e9aa7', '#2f6fd0', '#8e44ad', '#5b6b64']
