import { z } from 'zod'
import { grants, grantsAny } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { filledLine, line } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** The largest file, and the longest side in which an original is kept: twice the largest slot of the shop fits. */
export const mediaLimits = { maxBytes: 8 * 1024 * 1024, longestSide: 4_000 } as const

/** A part of a picture in fractions of its width and height, from its top and its left edge. */
export const Crop = z.strictObject({
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  width: z.number().gt(0).max(1),
  height: z.number().gt(0).max(1),
})
export type Crop = z.infer<typeof Crop>

/** A size in which a picture is shown, in CSS pixels. The rendition is stored at up to twice this size. */
export const Slot = z.strictObject({
  width: z.int().min(1).max(4_000),
  height: z.int().min(1).max(4_000),
})
export type Slot = z.infer<typeof Slot>

/**
 * A picture of the library as it is used in one place: the rendition that is shown, what of the original it shows, and
 * what is read out instead of it. The server accepts only renditions that it made of this picture.
 */
export const UsedPicture = z.strictObject({
  media_id: z.uuid(),
  /** SHA-256 of the rendition, in hex, served under /media/<media>.webp. */
  media: z.string().regex(/^[0-9a-f]{64}$/),
  width: z.int().min(1),
  height: z.int().min(1),
  /** Null if the whole picture is shown. */
  crop: Crop.nullable(),
  alt: line(300),
  /** True if the picture says nothing that the texts beside it do not say; then `alt` is empty. */
  is_decorative: z.boolean(),
})
export type UsedPicture = z.infer<typeof UsedPicture>

export const Media = z.object({
  id: z.uuid(),
  name: z.string(),
  alt: z.string(),
  is_decorative: z.boolean(),
  /** SHA-256 of the cleaned original, served under /media/<media>.webp and, 96 pixels large, /media/<media>-96.webp. */
  media: z.string(),
  /** The same in at most 400 pixels a side, served in the same way. */
  thumbnail: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** The point that stays in sight where only a part is shown, in fractions from the left edge and the top. */
  focal_x: z.number(),
  focal_y: z.number(),
  /** In how many places it is used, drafts included. */
  use_count: z.int(),
  /** True if shoppers see it now. */
  is_live: z.boolean(),
  version: z.int(),
  created_at: z.string(),
  created_by: z.string(),
})
export type Media = z.infer<typeof Media>

/** One place where a picture is used. */
export const MediaUse = z.object({
  noun: z.string(),
  record_id: z.string(),
  label: z.string(),
  is_live: z.boolean(),
})
export type MediaUse = z.infer<typeof MediaUse>

export const MediaDetail = Media.extend({ uses: z.array(MediaUse), history: z.array(TimelineEntry) })
export type MediaDetail = z.infer<typeof MediaDetail>

/** A part of a picture as it is stored for one place. */
export const Rendition = z.object({
  media_id: z.uuid(),
  media: z.string(),
  width: z.int(),
  height: z.int(),
  /** What it shows; null if it is the whole picture. */
  crop: Crop.nullable(),
  /** True if the part has fewer pixels than the slot: shoppers see it blurred. */
  is_smaller_than_slot: z.boolean(),
})
export type Rendition = z.infer<typeof Rendition>

export const MediaChange = z
  .strictObject({
    name: filledLine(120, texts.nameIsRequired).optional(),
    alt: line(300).optional(),
    is_decorative: z.boolean().optional(),
    focal_x: z.number().min(0).max(1).optional(),
    focal_y: z.number().min(0).max(1).optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), texts.changeIsEmpty)
export type MediaChange = z.infer<typeof MediaChange>

const id = z.strictObject({ id: z.uuid().toLowerCase() })
const path = '/api/admin/media'
const see = grants('Media Library', 'view')
const act = grants('Media Library', 'act')
/** A person who may change a place that shows pictures finds, uploads and crops one there; the library is not theirs. */
const placing = [
  grants('Home Page Setting', 'configure'),
  grants('General Setting', 'configure'),
  grants('Blogs', 'act'),
  grants('Email', 'act'),
] as const
const choose = grantsAny(see, ...placing)
const place = grantsAny(act, ...placing)
const upload = { maxBytes: mediaLimits.maxBytes }

export const media = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'The pictures of the library, newest first; searched by name and alternative text',
    access: choose,
    query: listQuery(['-created_at', 'name', 'bytes'], { use: z.enum(['unused', 'used']).optional() }),
    layout: 'page',
    answer: Media,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One picture with where it is used',
    access: choose,
    params: id,
    answer: MediaDetail,
    refuses: ['not-found'],
  }),
  upload: endpoint({
    method: 'POST',
    path,
    summary:
      'Add a picture: one multipart part named file. The same picture again answers the one that is there',
    access: place,
    query: z.strictObject({ name: line(200).default('') }),
    upload,
    transactions: 'own',
    answer: MediaDetail,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Change the name, the alternative text or the focal point of a picture; needs If-Match',
    access: act,
    params: id,
    body: MediaChange,
    conditional: true,
    answer: MediaDetail,
    refuses: ['not-found', 'stale'],
  }),
  replace: endpoint({
    method: 'POST',
    path: `${path}/:id/file`,
    summary: 'Replace the file of a picture in all working copies: one multipart part named file',
    access: act,
    params: id,
    upload,
    transactions: 'own',
    answer: MediaDetail,
    refuses: ['not-found', 'conflict'],
  }),
  render: endpoint({
    method: 'POST',
    path: `${path}/:id/renditions`,
    summary:
      'Make the part of a picture that a place shows: in the ratio of its slot, at most twice as large, never enlarged',
    access: place,
    params: id,
    body: z.strictObject({ slot: Slot.nullable().default(null), crop: Crop.nullable().default(null) }),
    transactions: 'own',
    answer: Rendition,
    refuses: ['not-found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a picture that is used nowhere',
    access: act,
    params: id,
    layout: 'none',
    status: 204,
    refuses: ['not-found', 'conflict'],
  }),
}
