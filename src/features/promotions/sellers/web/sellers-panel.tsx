import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type PromotionDetail, type PromotionSeller, promotions } from '#features/promotions/contract.ts'
import { percentWords } from '#features/promotions/price/web/name-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Combobox } from '#kit/web/fields/combobox.tsx'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { texts } from '../texts.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { JoinDialog } from './join-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import classes from './sellers-panel.module.css'

const marks: Readonly<Record<PromotionSeller['state'], readonly [Tone, string]>> = {
  in: ['good', texts.in],
  invited: ['waiting', texts.invited],
  declined: ['off', texts.declined],
  left: ['off', texts.left],
}

/** So many are shown before all are asked for, as what is below them must stay in reach. */
const firstSellers = 8

/** The vendors of a campaign and the share they carry: inviting, opting in on behalf of a vendor, and leaving. */
export function SellersPanel({ promotion }: { promotion: PromotionDetail }) {
  const can = useCan()
  const [joining, setJoining] = useState<PromotionSeller | null>(null)
  const [leaving, setLeaving] = useState<PromotionSeller | null>(null)
  const [isWhole, setWhole] = useState(false)
  const { id, sellers, status } = promotion
  const mayChange = can(promotions.invite) && status !== 'ended'
  // In a started campaign each new vendor costs the marketplace money, so adding one needs the permission to start.
  const mayTakeIn = mayChange && (status === 'draft' || can(promotions.start))
  return (
    <SideCard title={texts.sellers}>
      {mayTakeIn && <Invite key={id} id={id} />}
      {sellers.length === 0 && <p className={classes.quiet}>{texts.noSellers}</p>}
      <ul className={classes.sellers}>
        {(isWhole ? sellers : sellers.slice(0, firstSellers)).map((seller) => (
          <li key={seller.vendor_id}>
            <div>
              <strong dir="auto">{seller.shop_name}</strong>
              <StatusMark tone={marks[seller.state][0]}>{marks[seller.state][1]}</StatusMark>
            </div>
            <small>
              <About seller={seller} />
            </small>
            {mayChange && (
              <div>
                {mayTakeIn && seller.state === 'invited' && (
                  <Action words={texts.recordJoiningOf} of={seller} onAsk={setJoining} />
                )}
                {mayTakeIn && seller.state === 'in' && status !== 'running' && (
                  <Action words={texts.changeShareOf} of={seller} onAsk={setJoining} />
                )}
                {seller.state === 'invited' && (
                  <Action words={texts.recordDecliningOf} of={seller} onAsk={setLeaving} />
                )}
                {seller.state === 'in' && (
                  <Action words={texts.recordLeavingOf} of={seller} onAsk={setLeaving} />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {!isWhole && sellers.length > firstSellers && (
        <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
          {texts.showAllSellers({ count: sellers.length })}
        </Button>
      )}
      {joining && <JoinDialog promotion={promotion} seller={joining} onClose={() => setJoining(null)} />}
      {leaving && <LeaveDialog promotion={promotion} seller={leaving} onClose={() => setLeaving(null)} />}
    </SideCard>
  )
}

function Action({
  words,
  of,
  onAsk,
}: {
  words: typeof texts.recordJoiningOf
  of: PromotionSeller
  onAsk: (seller: PromotionSeller) => void
}) {
  return (
    <Button size="compact-sm" variant="default" onClick={() => onAsk(of)}>
      {words({ shopName: <span className="visually-hidden">{of.shop_name}</span> })}
    </Button>
  )
}

function About({ seller }: { seller: PromotionSeller }) {
  const { state, joined_at, left_at, invited_at, joined_by_name: joinedByName, note } = seller
  const share = percentWords(seller.cost_share_bp)
  if (state === 'invited') return <>{texts.askedToCarry({ share, invitedAt: <Ago at={invited_at} /> })}</>
  return (
    <>
      {state !== 'in' && `${marks[state][1]} `}
      {state === 'in' &&
        (joined_at
          ? texts.carriesRecorded({ share, joinedByName, joinedAt: <Ago at={joined_at} /> })
          : texts.carries({ share }))}
      {left_at && <Ago at={left_at} />}
      {note && <span dir="auto"> · {note}</span>}
    </>
  )
}

function Invite({ id }: { id: string }) {
  const show = useToast()
  const invite = useCommand(promotions.invite)
  const [asked, setAsked] = useState<string | null>(null)
  // The next seller is often chosen before the last is answered: they are sent one after another, the first is on its way.
  const [chosen, setChosen] = useState<readonly { id: string; name: string }[]>([])
  const [refusal, setRefusal] = useState<Error | null>(null)
  const [seller] = chosen
  // The first is on its way; the others would not be asked.
  const leaving = useLeaveGuard(chosen.length > 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each is sent once, when it has become the first
  useEffect(() => {
    if (!seller) return
    const done = () => setChosen((before) => before.slice(1))
    invite.mutate(
      { input: { id, vendor_id: seller.id } },
      {
        onSuccess: () => {
          done()
          show({ message: texts.isInvited({ name: seller.name }) })
        },
        onError: (error) => {
          done()
          setRefusal(error)
        },
      },
    )
  }, [seller])
  const [isInviting, setInviting] = useState(false)
  const read = useEndpoint(promotions.vendors, { q: asked ?? '' }, { enabled: asked !== null })
  const { data, isPlaceholderData } = read
  return (
    <>
      {refusal && <ChangeFailure error={refusal} />}
      {leaving.dialog}
      <Combobox
        label={texts.inviteASeller}
        look={{ label: texts.inviteASeller, placeholder: texts.searchByName }}
        options={() => (data ?? []).map((one) => ({ ...one, words: one.name }))}
        isRead={data !== undefined}
        read={read}
        answered={data && !isPlaceholderData ? asked : null}
        none={texts.noSellerFound}
        onAsk={setAsked}
        onPick={(picked) => {
          setRefusal(null)
          setChosen((before) => [...before, picked])
        }}
      />
      <Button size="compact-sm" variant="default" onClick={() => setInviting(true)}>
        {texts.inviteOfCategoryOpens}
      </Button>
      {isInviting && <InviteDialog id={id} onClose={() => setInviting(false)} />}
    </>
  )
}
