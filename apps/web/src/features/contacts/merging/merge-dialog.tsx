import type { ContactView } from '@guiche/contract'
import { Alert, Radio } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneText } from '../../../lib/phone.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { TagChip } from '../../../ui/marks/marks.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { ContactSelect } from '../contact-select.tsx'
import { contactOf } from '../contacts.api.ts'
import styles from './merging.module.css'
import { mergeContacts } from './merging.api.ts'
import { TextWithBold } from '../../../ui/text/text-with-bold.tsx'

interface Props {
  contact: ContactView
  onMerged: () => void
  onClose: () => void
}

/** Chooses a second contact that is the same person, shows both side by side, and which of them is kept. */
export function MergeDialog({ contact, onMerged, onClose }: Props) {
  const { t } = useTranslation()
  const [otherId, setOtherId] = useState<number>()
  const [keptId, setKeptId] = useState(contact.id)
  const [isTold, setIsTold] = useState(false)
  const { data: other } = useQuery({ ...contactOf(otherId ?? 0), enabled: otherId !== undefined })
  const isSame = otherId === contact.id
  const pair = other && !isSame ? [contact, other] : undefined
  const kept = pair?.find(({ id }) => id === keptId) ?? contact
  const gone = pair?.find(({ id }) => id !== kept.id)
  const merge = useMutation({
    mutationFn: (mergedId: number) => mergeContacts(kept.id, mergedId),
    onSuccess: () => {
      toast.success(t('contacts.merge.done'))
      onMerged()
      onClose()
    },
  })

  return (
    <Dialog
      title={t('contacts.merge.title')}
      action={t('contacts.merge.action')}
      size={640}
      isBusy={merge.isPending}
      isDirty={pair !== undefined}
      onClose={onClose}
      onSubmit={() => {
        setIsTold(true)
        if (gone) merge.mutate(gone.id)
      }}
    >
      <p className={styles.hint}>{t('contacts.merge.hint')}</p>
      <ContactSelect
        label={t('contacts.merge.other')}
        description={t('contacts.merge.otherText', { name: contact.name })}
        value={otherId === undefined ? undefined : other}
        onChange={(found) => setOtherId(found?.id)}
        error={(isSame && t('contacts.merge.same')) || (isTold && otherId === undefined && t('ui.form.required'))}
      />
      {pair && (
        <Radio.Group label={t('contacts.merge.keep')} value={String(kept.id)} onChange={(id) => setKeptId(Number(id))}>
          <div className={styles.pair}>
            {pair.map((one) => (
              <Card key={one.id} contact={one} isKept={one.id === kept.id} />
            ))}
          </div>
        </Radio.Group>
      )}
      {gone && (
        <Alert color="gray">
          <TextWithBold textKey="contacts.merge.result" values={{ kept: kept.name, gone: gone.name }} />
          {kept.active !== gone.active && <p className={styles.warning}>{t('contacts.merge.blocked')}</p>}
        </Alert>
      )}
    </Dialog>
  )
}

function Card({ contact, isKept }: { contact: ContactView; isKept: boolean }) {
  const { t } = useTranslation()
  const { id, name, number, email, urlPicture, channel, tags, extraInfo } = contact
  const phone = phoneText(number)
  return (
    <Radio.Card value={String(id)} className={styles.card ?? ''} data-kept={isKept} aria-label={name}>
      <span className={styles.head}>
        <Radio.Indicator size="xs" />
        <Avatar name={name} size={32} picture={urlPicture} channel={channel} />
        <b>{name}</b>
      </span>
      <span className={styles.data}>
        <Datum name={t('contacts.number')}>{'text' in phone ? phone.text : t(phone.problem)}</Datum>
        <Datum name={t('contacts.email')}>{email}</Datum>
        <Datum name={t('tags.title')}>
          {tags.map((tag) => (
            <TagChip key={tag.id} {...tag} />
          ))}
        </Datum>
        {extraInfo.slice(0, 5).map((info) => (
          <Datum key={info.id} name={info.name}>
            {info.value}
          </Datum>
        ))}
      </span>
    </Radio.Card>
  )
}

/** The card is a button, which may hold no list. */
function Datum({ name, children }: { name: string; children: ReactNode }) {
  const isEmpty = children === '' || (Array.isArray(children) && children.length === 0)
  return (
    <>
      <small>{name}</small>
      <span className={styles.tags}>{isEmpty ? '–' : children}</span>
    </>
  )
}
