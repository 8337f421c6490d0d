import { Checkbox, Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import styles from './dialogs.module.css'
import type { ListedTicket } from '../ticket-lists.ts'

export interface Closing {
  sendsFarewell: boolean
  asksRating: boolean
}

interface Props {
  ticket: ListedTicket
  /** The farewell that the customer gets; undefined if none is set or sent here. */
  farewell: string | undefined
  /** The text that asks the customer for a rating; undefined if ratings are off here. Otherwise the user has to choose. */
  ratingRequest: string | undefined
  isBusy: boolean
  onCloseTicket: (closing: Closing) => void
  onClose: () => void
}

export function CloseDialog({ ticket, farewell, ratingRequest, isBusy, onCloseTicket, onClose }: Props) {
  const { t } = useTranslation()
  const [isSilent, setIsSilent] = useState(false)
  const [choice, setChoice] = useState<RatingChoice>()
  const [isTold, setIsTold] = useState(false)
  const tags = ticket.contact.tags?.length ?? 0
  const asksRating = ratingRequest !== undefined && choice === 'with'
  const isMissing = ratingRequest !== undefined && choice === undefined

  return (
    <Dialog
      title={t('tickets.dialog.close.title')}
      action={t('tickets.action.finish')}
      isBusy={isBusy}
      showsConfirmKeys
      onClose={onClose}
      onSubmit={() => {
        setIsTold(true)
        if (!isMissing) onCloseTicket({ sendsFarewell: asksRating || !isSilent, asksRating })
      }}
    >
      {/* Initially no button has the focus: a stray Space or Enter would close the ticket. */}
      <p className={styles.lead} tabIndex={-1} data-autofocus>
        <b>{ticket.contact.name}</b> #{ticket.id} · {ticket.queue?.name ?? t('ui.noQueue')}
        {tags > 0 && ` · ${t('tickets.dialog.close.tags', { count: tags })}`}
      </p>
      {ratingRequest !== undefined && (
        <RatingChoices value={choice} isWrong={isTold && isMissing} onChange={setChoice} />
      )}
      {asksRating ? (
        <Quote label={t('tickets.dialog.close.ratingRequest')} text={ratingRequest} />
      ) : (
        farewell && !isSilent && !isMissing && <Quote label={t('tickets.dialog.close.farewell')} text={farewell} />
      )}
      {!asksRating && (
        <Checkbox
          label={t('tickets.dialog.close.silent')}
          checked={isSilent}
          onChange={({ currentTarget }) => setIsSilent(currentTarget.checked)}
        />
      )}
    </Dialog>
  )
}

const ratingChoices = ['with', 'without'] as const
type RatingChoice = (typeof ratingChoices)[number]

interface ChoicesProps {
  value: RatingChoice | undefined
  isWrong: boolean
  onChange: (choice: RatingChoice | undefined) => void
}

function RatingChoices({ value, isWrong, onChange }: ChoicesProps) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('tickets.dialog.close.rating')}
      withAsterisk
      value={value ?? null}
      onChange={(chosen) => onChange(ratingChoices.find((choice) => choice === chosen))}
      error={isWrong && t('tickets.dialog.close.ratingRequired')}
    >
      <div className={styles.choices}>
        {ratingChoices.map((choice) => (
          <Radio
            key={choice}
            value={choice}
            label={t(`tickets.dialog.close.${choice}Rating`)}
            description={t(`tickets.dialog.close.${choice}RatingText`)}
            aria-invalid={isWrong}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

function Quote({ label, text }: { label: string; text: string }) {
  return (
    <div className={styles.farewell}>
      <span>{label}</span>
      <p>{text}</p>
    </div>
  )
}
