const decided = {
  vendorName: 'Zaib & <Sons> "Ltd"',
  productName: "Lamp\n<b>{{reason}}</b> & 'shade'",
  reason: 'The cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}',
}

/**
 * Letters as they were written before their texts could be edited, byte for byte: an unedited letter must never change by
 * accident. The values are as unpleasant as people's texts can be.
 */
export const goldenLetters = [
  {
    way: 'decision',
    letter: {
      kind: 'vendor approved',
      ...decided,
    },
    subject: 'Your shop is approved',
    text: 'Dear Zaib & <Sons> "Ltd",\n\nYour application is approved. You can now list products.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your shop is approved</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>Your application is approved. You can now list products.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'vendor rejected',
      ...decided,
    },
    subject: 'Your application was not approved',
    text: 'Dear Zaib & <Sons> "Ltd",\n\nWe could not approve your application. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nYou may apply again.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your application was not approved</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>We could not approve your application. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>You may apply again.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'vendor update requested',
      ...decided,
    },
    subject: 'Your application needs a change',
    text: 'Dear Zaib & <Sons> "Ltd",\n\nBefore we can decide on your application, this needs to change:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your application needs a change</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>Before we can decide on your application, this needs to change:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'vendor disabled',
      ...decided,
    },
    subject: 'Your shop is disabled',
    text: 'Dear Zaib & <Sons> "Ltd",\n\nYour shop is disabled and its listings are hidden. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your shop is disabled</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>Your shop is disabled and its listings are hidden. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'vendor enabled',
      ...decided,
    },
    subject: 'Your shop is open again',
    text: 'Dear Zaib & <Sons> "Ltd",\n\nYour shop is enabled and its approved listings are visible.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your shop is open again</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>Your shop is enabled and its approved listings are visible.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: { kind: 'vendor reopened', vendorName: 'Zaib & <Sons> "Ltd"' },
    subject: 'Your application is in review again',
    text: 'Dear Zaib & <Sons> "Ltd",\n\nWe are reviewing your application again, and you can change it meanwhile. We will write to you when it is decided.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your application is in review again</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>We are reviewing your application again, and you can change it meanwhile. We will write to you when it is decided.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'vendor closed',
      ...decided,
    },
    subject: 'Your shop is closed',
    text: 'Dear Zaib & <Sons> "Ltd",\n\nYour shop is closed and cannot sell any more. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your shop is closed</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>Your shop is closed and cannot sell any more. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'vendor change accepted',
      ...decided,
    },
    subject: 'Your changed details are accepted',
    text: 'Dear Zaib & <Sons> "Ltd",\n\nThe details that you changed are accepted.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your changed details are accepted</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>The details that you changed are accepted.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'vendor change declined',
      ...decided,
    },
    subject: 'Your changed details were not accepted',
    text: 'Dear Zaib & <Sons> "Ltd",\n\nWe did not accept the details that you changed; the earlier ones stay. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your changed details were not accepted</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>We did not accept the details that you changed; the earlier ones stay. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'product approved',
      ...decided,
    },
    subject: "Approved: Lamp <b>{{reason}}</b> & 'shade'",
    text: 'Dear Zaib & <Sons> "Ltd",\n\nYour listing “Lamp\n<b>{{reason}}</b> & \'shade\'” is approved.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Approved: Lamp\n&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>Your listing “Lamp<br>&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;” is approved.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'product rejected',
      ...decided,
    },
    subject: "Not approved: Lamp <b>{{reason}}</b> & 'shade'",
    text: 'Dear Zaib & <Sons> "Ltd",\n\nWe could not approve your listing “Lamp\n<b>{{reason}}</b> & \'shade\'”. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not approved: Lamp\n&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>We could not approve your listing “Lamp<br>&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;”. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'product update requested',
      ...decided,
    },
    subject: "Needs a change: Lamp <b>{{reason}}</b> & 'shade'",
    text: 'Dear Zaib & <Sons> "Ltd",\n\nBefore we can decide on your listing “Lamp\n<b>{{reason}}</b> & \'shade\'”, this needs to change:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Needs a change: Lamp\n&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>Before we can decide on your listing “Lamp<br>&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;”, this needs to change:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'product reopened',
      ...decided,
    },
    subject: "In review again: Lamp <b>{{reason}}</b> & 'shade'",
    text: 'Dear Zaib & <Sons> "Ltd",\n\nWe are reviewing your listing “Lamp\n<b>{{reason}}</b> & \'shade\'” again, and you can change it meanwhile. We will write to you when it is decided.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>In review again: Lamp\n&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>We are reviewing your listing “Lamp<br>&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;” again, and you can change it meanwhile. We will write to you when it is decided.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'product edit approved',
      ...decided,
    },
    subject: "Edit approved: Lamp <b>{{reason}}</b> & 'shade'",
    text: 'Dear Zaib & <Sons> "Ltd",\n\nYour edit of “Lamp\n<b>{{reason}}</b> & \'shade\'” is live.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Edit approved: Lamp\n&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>Your edit of “Lamp<br>&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;” is live.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'product edit rejected',
      ...decided,
    },
    subject: "Edit not approved: Lamp <b>{{reason}}</b> & 'shade'",
    text: 'Dear Zaib & <Sons> "Ltd",\n\nYour edit of “Lamp\n<b>{{reason}}</b> & \'shade\'” was not approved; the live version stays. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Edit not approved: Lamp\n&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>Your edit of “Lamp<br>&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;” was not approved; the live version stays. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'decision',
    letter: {
      kind: 'vendor rejected',
      vendorName: '',
    },
    subject: 'Your application was not approved',
    text: 'Dear ,\n\nWe could not approve your application. The reason:\n\n\n\nYou may apply again.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your application was not approved</title></head><body dir="auto">\n<p>Dear ,</p>\n<p>We could not approve your application. The reason:</p>\n<p></p>\n<p>You may apply again.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'link',
    letter: {
      kind: 'invitation',
      name: 'Hina\t"H" <hina@x>',
      by: 'A & B',
      role: '<Support>',
    },
    subject: 'You are invited to Munshi',
    text: 'Dear Hina\t"H" <hina@x>,\n\nA & B invites you to Munshi, the back office of the marketplace, as <Support>. Choose your password here:\n\n[the link that only the mail holds]\n\nThe link works once, for 72 hours. After that, ask for a new invitation.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>You are invited to Munshi</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>A &amp; B invites you to Munshi, the back office of the marketplace, as &lt;Support&gt;. Choose your password here:</p>\n<p>[the link that only the mail holds]</p>\n<p>The link works once, for 72 hours. After that, ask for a new invitation.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'link',
    letter: {
      kind: 'invitation',
      name: 'Hina\t"H" <hina@x>',
    },
    subject: 'You are invited to Munshi',
    text: 'Dear Hina\t"H" <hina@x>,\n\n invites you to Munshi, the back office of the marketplace, as . Choose your password here:\n\n[the link that only the mail holds]\n\nThe link works once, for 72 hours. After that, ask for a new invitation.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>You are invited to Munshi</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p> invites you to Munshi, the back office of the marketplace, as . Choose your password here:</p>\n<p>[the link that only the mail holds]</p>\n<p>The link works once, for 72 hours. After that, ask for a new invitation.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'link',
    letter: {
      kind: 'reset',
      name: 'Hina\t"H" <hina@x>',
    },
    subject: 'A new password for Munshi',
    text: 'Dear Hina\t"H" <hina@x>,\n\nSomebody, probably you, asked for a new password. Choose it here:\n\n[the link that only the mail holds]\n\nThe link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A new password for Munshi</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>Somebody, probably you, asked for a new password. Choose it here:</p>\n<p>[the link that only the mail holds]</p>\n<p>The link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'notice',
    letter: {
      kind: 'second factor off',
      name: 'Hina\t"H" <hina@x>',
      by: 'A & B',
      reason: 'The cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}',
    },
    subject: 'Your second factor is switched off',
    text: 'Dear Hina\t"H" <hina@x>,\n\nA & B switched off the second factor of your account at Munshi. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nYour authenticator app, your passkeys and your recovery codes no longer work, and you are signed out everywhere. You now sign in with your password alone. Set up a second factor again in My Account.\n\nIf you did not ask for this, tell an administrator at once.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your second factor is switched off</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>A &amp; B switched off the second factor of your account at Munshi. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>Your authenticator app, your passkeys and your recovery codes no longer work, and you are signed out everywhere. You now sign in with your password alone. Set up a second factor again in My Account.</p>\n<p>If you did not ask for this, tell an administrator at once.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'notice',
    letter: {
      kind: 'webhook disabled',
      name: 'Hina\t"H" <hina@x>',
      url: 'https://h.example/?a=1&b=2',
      reason: 'The cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}',
      link: 'https://shop.example/x?a=1&b=%22#c',
    },
    subject: 'A webhook is switched off',
    text: 'Dear Hina\t"H" <hina@x>,\n\nhttps://h.example/?a=1&b=2 no longer receives events from Munshi. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nWhat could not be delivered until now can be sent again after you enable the endpoint. Events from now until then are not kept:\n\nhttps://shop.example/x?a=1&b=%22#c\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A webhook is switched off</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>https://h.example/?a=1&amp;b=2 no longer receives events from Munshi. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>What could not be delivered until now can be sent again after you enable the endpoint. Events from now until then are not kept:</p>\n<p><a href="https://shop.example/x?a=1&amp;b=%22#c">https://shop.example/x?a=1&amp;b=%22#c</a></p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'notice',
    letter: {
      kind: 'release failed',
      name: 'Hina\t"H" <hina@x>',
      title: '"Eid" & more\n',
      reason: 'The cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}',
      link: 'https://shop.example/x?a=1&b=%22#c',
    },
    subject: 'The release "Eid" & more did not go live',
    text: 'Dear Hina\t"H" <hina@x>,\n\nThe release “"Eid" & more\n” that you scheduled did not go live. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nShoppers still see what was live before. Look at the release here:\n\nhttps://shop.example/x?a=1&b=%22#c\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The release &quot;Eid&quot; &amp; more\n did not go live</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>The release “&quot;Eid&quot; &amp; more<br>” that you scheduled did not go live. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>Shoppers still see what was live before. Look at the release here:</p>\n<p><a href="https://shop.example/x?a=1&amp;b=%22#c">https://shop.example/x?a=1&amp;b=%22#c</a></p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'payout',
    letter: {
      kind: 'withdrawal approved',
      name: 'Hina\t"H" <hina@x>',
      number: 'W-1001',
      amount: 'Rs 2,500',
      reason: 'The cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}',
      reference: 'HBL <77>',
    },
    subject: 'Approved: withdrawal W-1001',
    text: 'Dear Hina\t"H" <hina@x>,\n\nYour withdrawal W-1001 of Rs 2,500 is approved. We will write to you when it is paid.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Approved: withdrawal W-1001</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>Your withdrawal W-1001 of Rs 2,500 is approved. We will write to you when it is paid.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'payout',
    letter: {
      kind: 'withdrawal reopened',
      name: 'Hina\t"H" <hina@x>',
      number: 'W-1001',
      amount: 'Rs 2,500',
      reason: '',
      reference: '',
    },
    subject: 'Not approved yet: withdrawal W-1001',
    text: 'Dear Hina\t"H" <hina@x>,\n\nWe have undone the approval of your withdrawal W-1001 of Rs 2,500. We are looking at it again, and will write to you when it is decided.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not approved yet: withdrawal W-1001</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>We have undone the approval of your withdrawal W-1001 of Rs 2,500. We are looking at it again, and will write to you when it is decided.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'payout',
    letter: {
      kind: 'withdrawal paid',
      name: 'Hina\t"H" <hina@x>',
      number: 'W-1001',
      amount: 'Rs 2,500',
      reason: 'The cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}',
      reference: 'HBL <77>',
    },
    subject: 'Paid: withdrawal W-1001',
    text: 'Dear Hina\t"H" <hina@x>,\n\nYour withdrawal W-1001 of Rs 2,500 is paid. The reference of the bank:\n\nHBL <77>\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Paid: withdrawal W-1001</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>Your withdrawal W-1001 of Rs 2,500 is paid. The reference of the bank:</p>\n<p>HBL &lt;77&gt;</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'payout',
    letter: {
      kind: 'withdrawal declined',
      name: 'Hina\t"H" <hina@x>',
      number: 'W-1001',
      amount: 'Rs 2,500',
      reason: 'The cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}',
      reference: 'HBL <77>',
    },
    subject: 'Not paid: withdrawal W-1001',
    text: 'Dear Hina\t"H" <hina@x>,\n\nYour withdrawal W-1001 of Rs 2,500 was not paid, and you can withdraw the amount again. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not paid: withdrawal W-1001</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>Your withdrawal W-1001 of Rs 2,500 was not paid, and you can withdraw the amount again. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'payout',
    letter: {
      kind: 'withdrawal paid',
      name: 'Hina\t"H" <hina@x>',
      number: 'W-1',
      amount: 'Rs 1',
    },
    subject: 'Paid: withdrawal W-1',
    text: 'Dear Hina\t"H" <hina@x>,\n\nYour withdrawal W-1 of Rs 1 is paid. The reference of the bank:\n\n\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Paid: withdrawal W-1</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>Your withdrawal W-1 of Rs 1 is paid. The reference of the bank:</p>\n<p></p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    way: 'mention',
    letter: {
      name: 'Hina\t"H" <hina@x>',
      by: 'A & B',
      recordType: 'vendor',
      recordName: "Lamp\n<b>{{reason}}</b> & 'shade'",
    },
    link: 'https://shop.example/x?a=1&b=%22#c',
    subject: "A & B mentioned you in a note on Lamp <b>{{reason}}</b> & 'shade'",
    text: 'Dear Hina\t"H" <hina@x>,\n\nA & B mentioned you in a note on the vendor Lamp\n<b>{{reason}}</b> & \'shade\'. Read it here:\n\nhttps://shop.example/x?a=1&b=%22#c\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A &amp; B mentioned you in a note on Lamp\n&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>A &amp; B mentioned you in a note on the vendor Lamp<br>&lt;b&gt;{{reason}}&lt;/b&gt; &amp; &#39;shade&#39;. Read it here:</p>\n<p><a href="https://shop.example/x?a=1&amp;b=%22#c">https://shop.example/x?a=1&amp;b=%22#c</a></p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
] as const

/** The same, below the logo and with the name of the shop, as they are handed to the mail server. */
export const goldenBranded = [
  {
    kind: 'vendor rejected',
    brand: {
      name: '',
      logo: null,
    },
    text: 'Dear Zaib & <Sons> "Ltd",\n\nWe could not approve your application. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nYou may apply again.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your application was not approved</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>We could not approve your application. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>You may apply again.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    kind: 'vendor rejected',
    brand: {
      name: 'Bazaar & <Co>',
      logo: null,
    },
    text: 'Dear Zaib & <Sons> "Ltd",\n\nWe could not approve your application. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nYou may apply again.\n\nMunshi, for Bazaar & <Co>\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your application was not approved</title></head><body dir="auto">\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>We could not approve your application. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>You may apply again.</p>\n<p>Munshi, for Bazaar &amp; &lt;Co&gt;</p>\n</body></html>\n',
  },
  {
    kind: 'vendor rejected',
    brand: {
      name: 'Bazaar',
      logo: {
        url: 'https://s.example/l.png?a&b',
        width: 120,
        height: 40,
        alt: 'B "z"',
      },
    },
    text: 'Dear Zaib & <Sons> "Ltd",\n\nWe could not approve your application. The reason:\n\nThe cheque is <unreadable>.\n\nSend & sign it again: $& {{vendor_name}}\n\nYou may apply again.\n\nMunshi, for Bazaar\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your application was not approved</title></head><body dir="auto">\n<p><img src="https://s.example/l.png?a&amp;b" width="120" height="40" alt="B &quot;z&quot;"></p>\n<p>Dear Zaib &amp; &lt;Sons&gt; &quot;Ltd&quot;,</p>\n<p>We could not approve your application. The reason:</p>\n<p>The cheque is &lt;unreadable&gt;.<br><br>Send &amp; sign it again: $&amp; {{vendor_name}}</p>\n<p>You may apply again.</p>\n<p>Munshi, for Bazaar</p>\n</body></html>\n',
  },
  {
    kind: 'reset',
    brand: {
      name: '',
      logo: null,
    },
    text: 'Dear Hina\t"H" <hina@x>,\n\nSomebody, probably you, asked for a new password. Choose it here:\n\n[the link that only the mail holds]\n\nThe link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.\n\nMunshi, for the marketplace\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A new password for Munshi</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>Somebody, probably you, asked for a new password. Choose it here:</p>\n<p>[the link that only the mail holds]</p>\n<p>The link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.</p>\n<p>Munshi, for the marketplace</p>\n</body></html>\n',
  },
  {
    kind: 'reset',
    brand: {
      name: 'Bazaar & <Co>',
      logo: null,
    },
    text: 'Dear Hina\t"H" <hina@x>,\n\nSomebody, probably you, asked for a new password. Choose it here:\n\n[the link that only the mail holds]\n\nThe link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.\n\nMunshi, for Bazaar & <Co>\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A new password for Munshi</title></head><body dir="auto">\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>Somebody, probably you, asked for a new password. Choose it here:</p>\n<p>[the link that only the mail holds]</p>\n<p>The link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.</p>\n<p>Munshi, for Bazaar &amp; &lt;Co&gt;</p>\n</body></html>\n',
  },
  {
    kind: 'reset',
    brand: {
      name: 'Bazaar',
      logo: {
        url: 'https://s.example/l.png?a&b',
        width: 120,
        height: 40,
        alt: 'B "z"',
      },
    },
    text: 'Dear Hina\t"H" <hina@x>,\n\nSomebody, probably you, asked for a new password. Choose it here:\n\n[the link that only the mail holds]\n\nThe link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.\n\nMunshi, for Bazaar\n',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A new password for Munshi</title></head><body dir="auto">\n<p><img src="https://s.example/l.png?a&amp;b" width="120" height="40" alt="B &quot;z&quot;"></p>\n<p>Dear Hina\t&quot;H&quot; &lt;hina@x&gt;,</p>\n<p>Somebody, probably you, asked for a new password. Choose it here:</p>\n<p>[the link that only the mail holds]</p>\n<p>The link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.</p>\n<p>Munshi, for Bazaar</p>\n</body></html>\n',
  },
] as const
