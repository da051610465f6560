/** Given names and family names by the part of the country where they are common. */
export interface NameStock {
  men: readonly string[]
  women: readonly string[]
  families: readonly string[]
}

const words = (text: string) => text.split(/\s*,\s*/)

const punjab: NameStock = {
  men: words(
    'Ahmed, Ali, Usman, Bilal, Hamza, Imran, Kashif, Faisal, Tariq, Shahid, Naveed, Zubair, Waqas, Adnan, Asif, Farhan, Junaid, Salman, Rizwan, Khurram, Saad, Danish, Umer, Shoaib, Nadeem, Arslan, Talha, Sajid, Muhammad Yousaf, Ghulam Rasool, Muhammad Aslam, Abdul Rehman',
  ),
  women: words(
    'Ayesha, Fatima, Sana, Hina, Maryam, Zainab, Nadia, Saima, Rabia, Amna, Iqra, Kiran, Bushra, Sadia, Asma, Mehwish, Noor, Khadija, Samina, Shazia, Uzma, Aliya, Maham, Laiba, Tehmina, Farzana, Rukhsana, Nusrat',
  ),
  families: words(
    'Butt, Cheema, Chaudhry, Malik, Sheikh, Gondal, Bajwa, Warraich, Rana, Awan, Mirza, Dar, Siddiqui, Ansari, Qureshi, Hashmi, Bhatti, Gill, Tarar, Khokhar, Lodhi, Mughal, Rehman, Iqbal, Javed, Hussain, Aslam, Akram',
  ),
}

const sindh: NameStock = {
  men: words(
    'Ghulam Nabi, Zulfiqar, Asad, Imtiaz, Sikandar, Nisar, Murtaza, Altaf, Mumtaz Ali, Aijaz, Shahnawaz, Sarfaraz, Qasim, Ameer Bux, Allah Dino, Fahad, Owais, Yasir, Rehan, Hasan',
  ),
  women: words(
    'Marvi, Sassui, Shahida, Noor Jahan, Sughra, Benazir, Humaira, Naila, Rubina, Sanam, Tania, Zahra, Aneela, Hafsa, Sidra, Urooj, Kulsoom, Mahnoor',
  ),
  families: words(
    'Soomro, Memon, Shaikh, Jatoi, Bhutto, Khuhro, Abro, Solangi, Laghari, Chandio, Mirani, Junejo, Talpur, Palijo, Zaidi, Rizvi, Naqvi, Siddiqui, Khan, Ghori, Dawoodi, Kapadia',
  ),
}

const khyber: NameStock = {
  men: words(
    'Gul Zaman, Sher Ali, Khalid, Noor Muhammad, Zahir, Wali Khan, Iftikhar, Fazal, Amjad, Javed, Shah Fahad, Ihsanullah, Zar Wali, Bakht Zada, Haider, Taimur, Mansoor',
  ),
  women: words(
    'Palwasha, Gulalai, Spogmay, Shabnam, Zarmina, Nazia, Rukhsar, Laila, Sadaf, Wajiha, Hajra, Saba',
  ),
  families: words(
    'Khan, Afridi, Yousafzai, Khattak, Shinwari, Wazir, Durrani, Swati, Orakzai, Marwat, Bangash, Tareen, Mohmand',
  ),
}

const baloch: NameStock = {
  men: words(
    'Mir Hazar, Dad Shah, Abdul Qadir, Saeed, Nawab, Balach, Sanaullah, Chakar, Jan Muhammad, Naseer, Abdul Ghani, Habibullah',
  ),
  women: words('Mahganj, Gul Bibi, Banari, Shahnaz, Zubaida, Sabiha, Hani, Naz Bibi, Amina'),
  families: words(
    'Baloch, Bugti, Mengal, Marri, Rind, Bizenjo, Kakar, Achakzai, Hazara, Raisani, Zehri, Khetran',
  ),
}

const north: NameStock = {
  men: words(
    'Karim, Sher Baz, Ali Madad, Deedar, Mehboob, Amin, Sultan, Aziz Ali, Nazim, Ikram, Shafiq, Tanveer',
  ),
  women: words('Nasreen, Gulshan, Shamim, Zeba, Bibi Amina, Rozina, Parveen, Tasleem, Sumaira, Shaista'),
  families: words('Baig, Hunzai, Karim, Shah, Ali, Wazir, Raja, Kiani, Abbasi, Sudhan, Lone, Mir'),
}

/** By ISO code of the province. */
export const namesByProvince: Readonly<Record<string, NameStock>> = {
  'PK-PB': punjab,
  'PK-IS': punjab,
  'PK-SD': sindh,
  'PK-KP': khyber,
  'PK-BA': baloch,
  'PK-GB': north,
  'PK-JK': north,
}

/** Shops that write their name in Urdu. */
export const urduShops: readonly string[] = [
  'گلِ حنا بوتیک',
  'سندھ ہنر گھر',
  'ملتان نیلی پوٹری',
  'خوشبو عطر ہاؤس',
  'اردو کتاب گھر',
  'بلوچی کڑھائی مرکز',
  'ہنزہ ڈرائی فروٹ',
  'لاہوری کھسہ محل',
]
