import { type ContactView, searchWords } from '@guiche/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Ref, useMemo } from 'react'
import { ContactRow } from './contact-row.tsx'
import { FoundRow, type Opened } from './found-row.tsx'
import { ResultList, type ResultsHandle } from './result-list.tsx'
import { foundContacts, foundTexts } from './search.api.ts'

export type ResultKind = 'messages' | 'notes' | 'files' | 'contacts'

interface Props {
  kind: ResultKind
  text: string
  hrefOf: (opened: Opened) => string
  onOpen: (opened: Opened) => void
  onContact: (contact: ContactView) => void
  ref: Ref<ResultsHandle>
}

/** The results of one kind, newest first; contacts by name. */
export function SearchResults({ kind, ...props }: Props) {
  if (kind === 'contacts') return <Contacts {...props} />
  return <Texts key={kind} kind={kind} {...props} />
}

function Texts({ kind, text, hrefOf, onOpen, ref }: Props & { kind: 'messages' | 'notes' | 'files' }) {
  const words = useWords(text)
  return (
    <ResultList ref={ref} kind={kind} text={text} query={useInfiniteQuery(foundTexts(text, kind))}>
      {(found) => (
        <FoundRow
          key={`${found.messageId ?? 'note'}-${found.noteId}`}
          found={found}
          words={words}
          hrefOf={hrefOf}
          onOpen={onOpen}
        />
      )}
    </ResultList>
  )
}

function Contacts({ text, onContact, ref }: Omit<Props, 'kind'>) {
  const words = useWords(text)
  return (
    <ResultList ref={ref} kind="contacts" text={text} query={useInfiniteQuery(foundContacts(text))}>
      {(contact) => <ContactRow key={contact.id} contact={contact} words={words} onOpen={onContact} />}
    </ResultList>
  )
}

const useWords = (text: string) => useMemo(() => searchWords(text), [text])
